// strips.json for the C++ tests, so that they too know no range and no default of their own.
#pragma once

#include <vector>

#include "control/field_table.h"

namespace rowdesk {

const std::vector<FieldDescription>& built_in_fields();

}  // namespace rowdesk
