//! Merges shard files and run directories into a run.

use super::folder::{SHARDS, belongs, shard_files, sibling_looks};
use crate::kinds;
use crate::plan::{Plan, Shard};
use crate::saved::shard::{Ending, SHARD_SUFFIX, ShardFile, ShardHeader, looks_file_name, write_shard_file};
use crate::store::{Build, MergeError, MergeSummary, Merger, RESOLVED, RESULTS, Store, StoreError, Table};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

/// Something that can be merged.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// A shard file.
    Shard(PathBuf),
    /// A run directory.
    Run(PathBuf),
}

impl Source {
    /// The sources that a path names: a shard file, a folder of shard files, a run directory, or one in which shards have left their files.
    ///
    /// # Errors
    /// If there is nothing at the path that can be merged.
    pub fn at(path: &Path) -> Result<Vec<Source>, String> {
        if path.is_file() {
            if !path.extension().is_some_and(|extension| SHARD_SUFFIX.ends_with(&*extension.to_string_lossy())) {
                return Err(format!("`{}` is not a shard file: its name does not end in `{SHARD_SUFFIX}`", path.display()));
            }
            // Who names single files has their looks, too.
            let looks = sibling_looks(path).map_err(|error| error.to_string())?;
            return Ok(std::iter::once(path.to_owned()).chain(looks).map(Source::Shard).collect());
        }
        let mut found = Vec::new();
        for folder in [path.to_owned(), path.join(SHARDS)] {
            found.extend(shard_files(&folder).map_err(|error| error.to_string())?.into_iter().map(Source::Shard));
        }
        if path.join(RESULTS).is_file() {
            found.push(Source::Run(path.to_owned()));
        }
        match (found.is_empty(), path.exists()) {
            (false, _) => Ok(found),
            (true, true) => Err(format!("`{}` holds neither shard files (`*{SHARD_SUFFIX}`) nor results ({RESULTS})", path.display())),
            (true, false) => Err(format!("`{}` does not exist", path.display())),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            Source::Shard(path) | Source::Run(path) => path,
        }
    }

    /// The folder of a shard file.
    fn folder(&self) -> Option<&Path> {
        if let Source::Shard(path) = self { path.parent() } else { None }
    }
}

/// The result of merging.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GatherSummary {
    /// The sources that hold records.
    pub sources: u64,
    /// The sum over all sources.
    pub merged: MergeSummary,
    /// Files that end early, each with the number of its intact records.
    pub cut_off: Vec<(PathBuf, u64)>,
    /// Shards with a finished file.
    pub finished: BTreeSet<Shard>,
    /// Shards with checkpoints only.
    pub unfinished: BTreeSet<Shard>,
}

/// Why sources cannot be merged.
#[derive(Debug)]
pub enum GatherError {
    /// A source cannot be used; nothing was added.
    Source {
        /// Where it is.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Records of several executables would be mixed; nothing was added.
    Mixed {
        /// A file or directory of each executable.
        builds: Vec<(Build, PathBuf)>,
    },
    /// A source could not be added. What the sources before it gave is stored.
    Merge {
        /// Where it is.
        path: PathBuf,
        /// Why not.
        error: MergeError,
    },
    /// The run that is merged into cannot be written.
    Store(StoreError),
}

impl From<StoreError> for GatherError {
    fn from(error: StoreError) -> Self {
        GatherError::Store(error)
    }
}

impl fmt::Display for GatherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GatherError::Source { path, reason } => write!(f, "`{}` cannot be merged: {reason}", path.display()),
            GatherError::Mixed { builds } => {
                f.write_str("the records were played by different executables, which may play differently:")?;
                for (build, path) in builds {
                    write!(f, "\n  {build}: `{}` and others", path.display())?;
                }
                f.write_str("\nplay all shards with one executable, or mix them with --accept-mixed, which the report will state")
            }
            GatherError::Merge { path, error } => write!(f, "`{}` cannot be merged: {error}", path.display()),
            GatherError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GatherError {}

/// The resolved text of the experiment that a source was played for; `None` if the source is a file that is cut off inside its header.
///
/// # Errors
/// If the source cannot be read.
pub fn experiment_of(source: &Source) -> Result<Option<String>, StoreError> {
    match source {
        Source::Shard(path) => Ok(ShardFile::open(path)?.map(|file| file.header().resolved.clone())),
        Source::Run(dir) => {
            let path = dir.join(RESOLVED);
            std::fs::read_to_string(&path).map(Some).map_err(|error| StoreError::files("read", &path, error))
        }
    }
}

/// Adds the records of all sources, in the order of their paths, to the run that the store holds.
///
/// # Errors
/// If a source belongs to another plan, if records of several executables would be mixed and that is not accepted, if two sources contradict
/// each other, or if a file cannot be read or written.
pub fn gather(plan: &Plan, store: &mut Store, sources: &BTreeSet<Source>, accept_mixed: bool) -> Result<GatherSummary, GatherError> {
    let table = kinds::of(&plan.experiment).table();
    check(plan, store, sources, accept_mixed)?;
    let mut gathered = GatherSummary::default();
    let mut merger = Merger::new(store, plan)?;
    for source in sources {
        add_history(source, &mut merger, plan, table)
            .map_err(|error| GatherError::Merge { path: source.path().to_owned(), error: error.into() })?;
    }
    merger.keep_histories()?;
    for source in sources {
        let fails = |error| GatherError::Merge { path: source.path().to_owned(), error };
        gathered.sources += 1;
        let added = match source {
            Source::Run(dir) => {
                let from = Store::open_read_only(dir, table).map_err(|error| fails(error.into()))?;
                merger.add_store(&from)
            }
            Source::Shard(path) => match ShardFile::open(path).map_err(|error| fails(error.into()))? {
                None => {
                    gathered.cut_off.push((path.clone(), 0));
                    continue;
                }
                Some(mut file) => {
                    let added = file.merge_into(&mut merger, plan, table);
                    match (file.header().shard(), file.ending()) {
                        (_, Some(Ending::CutOff { records })) => gathered.cut_off.push((path.clone(), records)),
                        (None, _) => gathered.sources -= 1,
                        (Some(shard), Some(Ending::Finished)) => drop(gathered.finished.insert(shard)),
                        (Some(shard), _) => drop(gathered.unfinished.insert(shard)),
                    }
                    added
                }
            },
        };
        let MergeSummary { added, known, different, beyond } = match added {
            Ok(added) => added,
            Err(error) => {
                merger.give_up()?;
                return Err(fails(error));
            }
        };
        let sum = &mut gathered.merged;
        *sum = MergeSummary {
            added: sum.added + added,
            known: sum.known + known,
            different: sum.different + different,
            beyond: sum.beyond + beyond,
        };
    }
    merger.finish()?;
    gathered.unfinished = &gathered.unfinished - &gathered.finished;
    Ok(gathered)
}

/// Adds the history of a source.
fn add_history(source: &Source, merger: &mut Merger<'_>, plan: &Plan, table: Table) -> Result<(), StoreError> {
    match source {
        Source::Run(dir) => merger.add_history_of(&Store::open_read_only(dir, table)?),
        Source::Shard(path) => ShardFile::open(path)?.map_or(Ok(()), |mut file| file.merge_history(merger, plan, table)),
    }
}

/// Writes the looks at a run into the folders of its merged shard files, for later shards and merges.
///
/// # Errors
/// If a folder cannot be written.
pub fn leave_looks(plan: &Plan, store: &Store, sources: &BTreeSet<Source>) -> Result<(), StoreError> {
    let header = ShardHeader::new(plan, None, "", &Build::here()?, kinds::of(&plan.experiment).table().columns);
    let header = header.with_histories(plan, store.histories(plan)?);
    let folders: BTreeSet<&Path> = sources.iter().filter_map(Source::folder).collect();
    folders
        .into_iter()
        .try_for_each(|folder| write_shard_file(&folder.join(looks_file_name(store.dir())), &header, store, plan, true).map(drop))
}

/// Checks all sources before anything is added.
fn check(plan: &Plan, store: &Store, sources: &BTreeSet<Source>, accept_mixed: bool) -> Result<(), GatherError> {
    let table = kinds::of(&plan.experiment).table();
    let mut executables: BTreeMap<String, (Build, PathBuf)> = BTreeMap::new();
    let mut see = |build: Build, path: &Path| {
        executables.entry(build.executable.clone()).or_insert_with(|| (build, path.to_owned()));
    };
    let builds = |store: &Store| {
        store.builds().of_cells(plan).map(|cells| cells.into_iter().flatten().map(|(build, _)| build).collect::<BTreeSet<_>>())
    };
    for build in builds(store)? {
        see(build, store.dir());
    }
    let ours = ShardHeader::new(plan, None, "", &Build::default(), table.columns);
    for source in sources {
        let path = source.path();
        let refuse = |reason: String| GatherError::Source { path: path.to_owned(), reason };
        match source {
            Source::Shard(_) => {
                if let Some(file) = ShardFile::open(path).map_err(|error| refuse(error.to_string()))? {
                    belongs(&ours, file.header()).map_err(refuse)?;
                    if file.header().shard().is_some() {
                        see(file.header().build.clone(), path);
                    }
                }
            }
            Source::Run(dir) => {
                let same = |a: &Path, b: &Path| a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b);
                if same(dir, store.dir()) {
                    return Err(refuse("it is the target of the merge".to_owned()));
                }
                let from = Store::open_read_only(dir, table).map_err(|error| refuse(error.to_string()))?;
                builds(&from).map_err(|error| refuse(error.to_string()))?.into_iter().for_each(|build| see(build, path));
            }
        }
    }
    if executables.len() > 1 && !accept_mixed {
        return Err(GatherError::Mixed { builds: executables.into_values().collect() });
    }
    Ok(())
}
