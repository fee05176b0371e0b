// What nearly every test includes: the compiler reads it once.
#include "../rig.h"
