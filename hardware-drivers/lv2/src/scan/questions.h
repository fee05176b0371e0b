// Questions to the data of a world of lilv.
#pragma once

#include <string>

#include "../lv2_world.h"

namespace rowdesk::plugins {

/** Those that match; an absent node matches all. */
Nodes find_nodes(Lv2World& world, const LilvNode* subject, const char* predicate, const LilvNode* object);
/** The object of the first match; null: there is none. */
Node first_node(Lv2World& world, const LilvNode* subject, const char* predicate);
/** The text of the first match; '' where there is none. */
std::string first_text(Lv2World& world, const LilvNode* subject, const char* predicate);

/** '' for no node. */
std::string text_of(const LilvNode* node);
/** Not a number for no node, and for a node that is neither a number nor a boolean. */
float number_of(const LilvNode* node);

}  // namespace rowdesk::plugins
