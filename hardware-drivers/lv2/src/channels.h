// The streams between a process that runs plugins and its host. Plugins share the process: what they print must not pass for an event
// of the process, and what they read must not be a command.
#pragma once

namespace rowdesk::plugins {

/**
 * Before any code of a plugin, once: standard input and output move to descriptors of their own. Then standard input is empty, and
 * what is printed to standard output goes to standard error.
 */
void part_channels();

/** Where commands come from. */
int command_channel() noexcept;
/** Where events go. */
int event_channel() noexcept;

}  // namespace rowdesk::plugins
