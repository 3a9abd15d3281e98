#!/bin/sh
# The table of the tour: nodes a puzzle on the average, and guesses where the
# engine counts them. Usage: sh docs/tour/table.sh ENGINE...
printf '%-15s %20s %20s %20s\n' '' easy medium hard
printf '%-15s' engine
for corpus in easy medium hard; do printf ' %10s %9s' nodes guesses; done
printf '\n'
for engine in "$@"; do
    printf '%-15s' "$engine"
    for corpus in easy medium hard; do
        polydoku solve -q -e "$engine" --max-nodes 1000000000 --template '{nodes} {guesses}' "@$corpus" |
            awk '{ n += $1; g += $2; known = NF > 1 }
                 END { printf " %10.1f", n / NR
                       if (known) printf " %9.1f", g / NR; else printf " %9s", "-" }'
    done
    printf '\n'
done
