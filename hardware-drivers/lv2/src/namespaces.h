// Namespaces of a process that runs plugins: it sees no process but itself, and has no rights over those of its user.
#pragma once

namespace rowdesk::plugins {

/**
 * Makes a user and a process namespace, where the system lets an ordinary user do so, and goes on in a child that is the first process
 * there; the process that was called waits, and ends as the child ends. The child ends with it. Before any other thread, with the
 * scheduling that the child is to have. False, and nothing has changed, where the system gives none.
 */
bool enter_namespaces();

/**
 * The kernel kills this process when its parent ends. `output`: a pipe or socket that the parent reads; where it has ended already, this
 * process ends now.
 */
void end_with_parent(int output);

}  // namespace rowdesk::plugins
