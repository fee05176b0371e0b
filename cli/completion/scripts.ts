// What a shell reads to complete `rowdesk`. The words come from `rowdesk complete LINE`, at every tab.

/** Words after which a file or a folder stands: where `rowdesk complete` offers nothing, the shell completes by itself. */
const files = ['--config', '--state', '--input', '--output', '--junit', 'import'];

const bash = `# Completion of rowdesk for bash: source <(rowdesk completion bash)
_rowdesk() {
  local IFS=$'\\n' line="\${COMP_LINE:0:COMP_POINT}" word kept
  case "\${COMP_WORDS[COMP_CWORD - 1]}" in ${files.join(' | ')}) compopt -o default ;; esac
  COMPREPLY=($("\${COMP_WORDS[0]}" complete "$line" 2>/dev/null))
  # Readline replaces what follows the last = or : only.
  word="\${line##*[[:space:]]}"
  kept="\${word%"\${word##*[=:]}"}"
  [ -z "$kept" ] || COMPREPLY=("\${COMPREPLY[@]#"$kept"}")
  case "\${COMPREPLY[0]}" in */ | *=) compopt -o nospace ;; esac
}
complete -F _rowdesk rowdesk
`;

const zsh = `#compdef rowdesk
# Completion of rowdesk for zsh: source <(rowdesk completion zsh), after compinit
_rowdesk() {
  local -a found ends goes_on
  found=(\${(f)"$("\${words[1]}" complete "\${(j: :)words[1,CURRENT]}" 2>/dev/null)"})
  if (( ! \${#found} )); then
    case "\${words[CURRENT - 1]}" in ${files.join(' | ')}) _files && return ;; esac
  fi
  goes_on=(\${(M)found:#*[/=]})
  ends=(\${found:#*[/=]})
  if (( \${#ends} )); then compadd -Q -- $ends; fi
  if (( \${#goes_on} )); then compadd -Q -S '' -- $goes_on; fi
}
compdef _rowdesk rowdesk
`;

const fish = `# Completion of rowdesk for fish: rowdesk completion fish | source
complete -c rowdesk -f -a '(rowdesk complete (commandline -cp))'
complete -c rowdesk -F -n 'contains -- (commandline -opc)[-1] ${files.join(' ')}
  and test -z (rowdesk complete (commandline -cp) | string collect; or echo)'
`;

export const completionScripts = { bash, zsh, fish } as const;
