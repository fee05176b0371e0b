#!/usr/bin/env bash
# jsonc-parser 3.3.1: `modify(text, path, undefined)` on the last entry of an array that stands in one line leaves a quote of it, and
# the text is no JSON any more: `["a", "b"]` becomes `["a""]`. It counts on a line break before the closing bracket. A comment before the
# entry goes as well; the first entry, and a member of an object, are removed as they should be.
# A guess would be: a removal leaves JSON, however the array is laid out.
# So: cli/configuration/edit.ts removes entries and members by the library's nodes and its scanner, and no edit is written that does not
# read back.
. "$(dirname "$(realpath "$0")")/pinned.bash"
npm_packages jsonc-parser@3.3.1

without() {
  node -p "const { applyEdits, modify } = require('jsonc-parser'); JSON.stringify(applyEdits($1, modify($1, $2, undefined, {})))"
}
seen 'the last one of a line' '"[\"a\"\"]"' "$(without "'[\"a\", \"b\"]'" '[1]')"
seen 'with a comment before it' '"[\"a\"\"]"' "$(without "'[\"a\", /* c */ \"b\"]'" '[1]')"
seen 'the last one of lines' '"[\n\"a\"\n]"' "$(without "'[\n\"a\",\n\"b\"\n]'" '[1]')"
seen 'the first one' '"[\"b\"]"' "$(without "'[\"a\", \"b\"]'" '[0]')"
seen 'a member of an object' '"{\"a\":1}"' "$(without "'{\"a\":1,\"b\":2}'" "['b']")"
verdict
