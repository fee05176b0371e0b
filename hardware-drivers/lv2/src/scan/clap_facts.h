// What a file of CLAP plugins says of them, as lines of JSON. Reading it runs code of the plugins.
#pragma once

#include <functional>
#include <string>

namespace rowdesk::plugins {

/**
 * For each plugin `{"type":"clap","uri","name","vendor","features":[text],"refused":why it can't be made or '',"hasState",
 * "inputs":[port],"outputs":[port],"parameters":[...]}`; a port is `{"channels","isMain"}`, a parameter
 * `{"id","name","module","minimum","maximum","default","isStepped","isHidden","isReadOnly","isBypass","isEnum",
 * "texts":[{"number","text"}]}`. Texts are those of all values of a stepped parameter with at most 512 of them, else of its least, its
 * default and its largest value. Throws Refusal for a file that can't be read.
 */
void read_clap_file(const std::string& file, const std::function<void(const std::string& line)>& put);

}  // namespace rowdesk::plugins
