# Prints the name of a source that includes all sources in these places, so that one run of the compiler reads what their headers
# bring once: the standard library takes it longer than most of our files, Node-API twice as long. The names of one unit that are
# in no header differ from each other.
# sh lib/one-unit.sh NAME PLACE...
set -e
unit=build/units/$1.cc
shift
mkdir -p build/units
find "$@" -name '*.cc' -not -path '*/test/*' -not -path '*/bench/*' | LC_ALL=C sort | sed 's,.*,#include "../../&",' > "$unit.$$"
# Else make compiles anew what has not changed.
if cmp -s "$unit.$$" "$unit"; then rm "$unit.$$"; else mv "$unit.$$" "$unit"; fi
echo "$unit"
