# One configuration for all native code of the tree: each package brings its targets. A package whose headers are missing brings
# none. What several packages have in common is a static library below lib/.
{
  'includes': [
    'lib/common.gypi',
    'lib/sound-files/binding.gypi',
    'lib/cycles/binding.gypi',
    'lib/pipewire-client/binding.gypi',
    '../core/audio/process/native/binding.gypi',
    'mixer/binding.gypi',
    'virtual/binding.gypi',
    'alsa/binding.gypi',
    'jack/binding.gypi',
    'pipewire/binding.gypi',
    'pipewire-io/binding.gypi',
    'aes67/binding.gypi',
    'aes67-sessions/binding.gypi',
    'recorder/binding.gypi',
    'lv2/binding.gypi',
  ],
}
