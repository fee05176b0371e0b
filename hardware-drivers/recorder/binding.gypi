{
  'targets': [
    {
      'target_name': 'recorder',
      'dependencies': ['sound-files'],
      'sources': [
        "<!(sh lib/one-unit.sh recorder-addon recorder/src -maxdepth 1)",
        "<!(sh lib/one-unit.sh recorder-files recorder/src/files)",
        "<!(sh lib/one-unit.sh recorder-jobs recorder/src/jobs)",
        "<!(sh lib/one-unit.sh recorder-playing recorder/src/playing)",
        "<!(sh lib/one-unit.sh recorder-recording recorder/src/recording)",
      ],
    },
  ],
}
