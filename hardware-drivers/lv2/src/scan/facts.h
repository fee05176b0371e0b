// What lilv knows of the plugins and presets of a bundle, as lines of JSON. What a plugin's files say is given as it stands;
// js/scan makes descriptions of it.
#pragma once

#include <string>

#include "json_line.h"
#include "questions.h"

namespace rowdesk::plugins {

inline constexpr const char* rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr const char* rdfs_label = "http://www.w3.org/2000/01/rdf-schema#label";
inline constexpr const char* rdfs_range = "http://www.w3.org/2000/01/rdf-schema#range";

/**
 * `{"type":"plugin","uri","name","vendor","classes":[uri],"library":path,"requires":[uri],"hasState","latencyPort":index or -1,
 * "ports":[...],"properties":[...]}`.
 */
std::string plugin_line(Lv2World& world, const LilvPlugin* plugin);

/**
 * `{"index","symbol","label","isInput","types":[...],"isOptional","isSideChain","designation","properties":[...],"minimum",
 * "maximum","default","unit":{...},"points":[{"label","number"}]}`. Types and properties are the ends of their URIs.
 */
void write_port(JsonLine& line, Lv2World& world, const LilvPlugin* plugin, const LilvPort* port);

/** patch:writable and patch:readable: `{"uri","symbol","label","range":uri,"isWritable","minimum","maximum","default"}`. */
void write_properties(JsonLine& line, Lv2World& world, const LilvPlugin* plugin);

/** `{"uri": of the unit or '', "symbol", "render"}`; null for none. */
void write_unit(JsonLine& line, Lv2World& world, const LilvNode* unit);

/** `{"type":"preset","uri","plugins":[uri],"label","values":{symbol:number},"hasState"}`; it may be of a plugin elsewhere. */
std::string preset_line(Lv2World& world, const LilvNode* preset);

}  // namespace rowdesk::plugins
