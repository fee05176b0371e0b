#include "scratch_folder.h"

#include <cstdlib>
#include <filesystem>

#include "check.h"

namespace rowdesk {

ScratchFolder::ScratchFolder() : path_((std::filesystem::temp_directory_path() / "rowdesk-mixer-XXXXXX").string()) {
  CHECK(mkdtemp(path_.data()) != nullptr);
}

ScratchFolder::~ScratchFolder() { std::filesystem::remove_all(path_); }

}  // namespace rowdesk
