#!/bin/bash
# Merges what the shards have left, when all tasks of the job have ended, however that was.
#SBATCH --job-name={{name}}-merge
#SBATCH --dependency=afterany:{{job}}
#SBATCH --output={{jobs}}/merge.log

cd {{directory}} || exit 2
exec {{merge}}
