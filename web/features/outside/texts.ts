import type { Decision, MatchKind, RecordState } from '../../../shared/contracts/outside-records.ts'
import type { ScraperJob } from '../../../shared/contracts/scraper.ts'
import type { FlagName } from '../../../shared/outside/flags.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const refused = 'The server rejected the request. Try again.'
const records = (count: number) => formatCount(count, 'record')

const runStates: Record<ScraperJob['state'], string> = {
  new: 'Not run yet',
  waiting: 'Waiting',
  running: 'Running',
  postponed: 'Waiting to retry',
  done: 'Complete',
  stopped: 'Stopped at a limit',
  failed: 'Failed',
  cancelled: 'Cancelled'
}

const recordStates: Record<RecordState, string> = {
  waiting: 'Waiting',
  accepted: 'Accepted',
  rejected: 'Rejected',
  ignored: 'Set aside'
}

const matches: Record<MatchKind, string> = {
  own: 'Published by this project',
  same: 'Same record from another source',
  likely: 'Likely duplicate',
  possible: 'Possible duplicate'
}

const flags: Record<FlagName, string> = {
  NO_COORD: 'No position',
  ZERO_COORD: 'Position 0, 0',
  LON_OUT_OF_RANGE: 'Longitude beyond 180°',
  LAT_OUT_OF_RANGE: 'Latitude beyond 90°',
  ON_LAND: 'On land',
  NO_DEPTH: 'No depth',
  DEPTH_OUT_OF_RANGE: 'Depth out of range',
  MIN_DEPTH_EXCEEDS_MAX: 'Minimum depth exceeds maximum',
  DEPTH_EXCEEDS_BATH: 'Deeper than the sea floor',
  DATE_BEFORE_MIN: 'Date before 1582',
  DATE_IN_FUTURE: 'Date in the future',
  NO_MATCH: 'Name not in WoRMS',
  NO_ACCEPTED_NAME: 'No accepted name',
  NOT_MARINE: 'Not marine',
  MARINE_UNSURE: 'Possibly not marine',
  coordinates_look_swapped: 'Latitude and longitude may be swapped',
  outside_job_area: 'Outside the area of the job',
  no_date: 'No date',
  date_not_iso: 'Date not in ISO 8601 format',
  date_ambiguous: 'Day and month ambiguous',
  no_occurrence_id: 'No occurrence identifier',
  datum_not_wgs84: 'Position not in WGS 84'
}

const decided: Record<Decision['decision'], string> = {
  accept: 'accepted',
  reject: 'rejected',
  ignore: 'set aside',
  wait: 'returned to the inbox'
}

export const texts = {
  runStates,
  recordStates,
  matches,
  flags,
  refused,

  frame: {
    label: 'Observations and outside data',
    map: 'Map',
    observations: 'Observations',
    jobs: 'Jobs',
    inbox: 'Inbox',
    rules: 'Rules',
    datasets: 'Datasets'
  },

  jobs: {
    title: 'Outside data',
    description:
      'Records from other services for your area and taxa. A job queries one source. Its records wait in the inbox until an editor accepts them.',
    offline: 'Outside data is turned off on this server. You can prepare jobs now. They can run once an administrator turns it on.',
    add: 'New job',
    failed: 'The jobs could not be loaded',
    loading: 'Loading jobs',
    emptyTitle: 'No outside data yet',
    emptyAbout:
      'A job fetches observations of a taxon, an area or a dataset into the inbox of this project, each with its licence and citation.',
    readOnly: 'Only editors and owners of the project can add jobs.',
    examples: 'Start with an example:',
    table: 'Scraper jobs',
    job: 'Job',
    state: 'State',
    lastRun: 'Last run',
    waiting: 'In the inbox',
    accepted: 'Accepted',
    never: '–',
    rests: 'paused',
    by: (words: string) => `Runs ${words}`
  },

  examples: [
    {
      name: 'Reef fish of Tonga',
      query: { scientificname: 'Acanthuridae', area: { west: -176, south: -22.5, east: -173, north: -18 } }
    },
    {
      name: 'Cold-water corals of the North-East Atlantic',
      query: { scientificname: 'Scleractinia', area: { west: -30, south: 45, east: 0, north: 62 } }
    },
    {
      name: 'Sea turtles of the Sargasso Sea',
      query: { scientificname: 'Chelonioidea', area: { west: -75, south: 22, east: -40, north: 38 } }
    }
  ],

  jobForm: {
    newTitle: 'New job',
    editTitle: 'Edit job',
    about: 'A job queries one source. Its records wait in the inbox until an editor accepts them.',
    start: 'Start',
    save: 'Save',
    preview: 'Preview',
    cancel: 'Cancel',
    name: 'Name',
    source: 'Source',
    connects: (hosts: string) => `This server connects to ${hosts}.`,
    limits: 'Limits of a run',
    most: { records: 'Records', bytes: 'Megabytes', seconds: 'Minutes' },
    usual: { records: '100 000 by default.', bytes: '2 000 by default.', seconds: '360 by default.' },
    noNumber: 'Enter a number',
    needed: (title: string) => `${title} is required`,
    optional: 'optional',
    west: 'West, °',
    south: 'South, °',
    east: 'East, °',
    north: 'North, °',
    areaAbout: 'In degrees, with south and west negative. For an area across 180°, west is greater than east.',
    account: 'Account',
    accountStored: 'Name and password are stored and are not shown.',
    accountReplace: 'Replace',
    accountKeep: 'Keep the stored account',
    wholeArea: 'Enter all four edges of the area',
    query: (fault: string) => `The query ${fault}`,
    checkFields: 'Correct the marked fields',
    refused: 'The job could not be saved'
  },

  schedule: {
    label: 'Runs',
    every: {
      never: 'Only when started manually',
      hour: 'Every hour',
      day: 'Every day',
      week: 'Every week',
      month: 'Every month',
      pattern: 'Cron pattern'
    },
    about: {
      never: undefined,
      hour: undefined,
      day: undefined,
      week: undefined,
      month: 'The job does not run in months without this day.',
      pattern: 'Minute, hour, day of month, month, day of week. Runs must be at least an hour apart.'
    },
    weekday: 'Day',
    day: 'Day of month',
    time: 'Time',
    pattern: 'Cron pattern',
    zone: 'Time zone',
    noTime: 'Enter a time such as 06:00',
    noDay: 'Enter a day from 1 to 31',
    noPattern: 'Enter five fields, such as 0 6 1 */3 *'
  },

  preview: {
    title: 'Preview',
    none: 'The preview shows the first records from the source for this query. Nothing is stored.',
    loading: 'Querying the source',
    stale: 'The form has changed since this preview.',
    count: (total: number | null, shown: number) =>
      total === null
        ? shown === 0
          ? 'The source has no records for this query.'
          : `The first ${records(shown)}. The source does not report a total.`
        : shown < total
          ? `${records(total)} at the source. The first ${formatNumber(shown, 0)}:`
          : `${records(total)} at the source.`,
    table: 'First records',
    name: 'Name',
    facts: 'Date, position, depth',
    noIdentity: 'no identifier, left out'
  },

  job: {
    failed: 'The job could not be loaded',
    loading: 'Loading job',
    run: 'Run again',
    runFirst: 'Run',
    cancel: 'Cancel run',
    retry: 'Continue',
    delete: 'Delete job',
    review: 'Review in inbox',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeAbout: 'Its records stay in the project with their origin, licence and citation.',
    removed: (name: string) => `${name} deleted`,
    notDone: 'The action failed',
    progress: (found: number, total: number | null) => (total === null ? records(found) : `${formatNumber(found, 0)} of ${records(total)}`),
    starting: 'Connecting to the source',
    source: 'Source',
    account: 'Account',
    accountStored: 'Stored',
    ownersOnly: 'This job uses an account of the project owners. Only they run and change it.',
    edit: 'Edit',
    schedule: 'Schedule',
    noSchedule: 'Only when started manually',
    next: 'Next run',
    rests:
      'The schedule is paused because the last five runs failed or the project is full. It resumes when you start a run or save the job.',
    missing: (count: number) =>
      `${formatCount(count, 'record is', 'records are')} missing from this run. That is more than a fifth of the known records, so none were marked as gone. The source may have a problem.`,
    markGone: 'Mark as gone',
    markedGone: 'Marked as gone',
    changes: (number: number) => `Changes in run ${number}`,
    acceptedChanged: (count: number) =>
      count === 1
        ? '1 accepted record changed at the source. Its observation keeps the values that were accepted.'
        : `${formatNumber(count, 0)} accepted records changed at the source. Their observations keep the values that were accepted.`,
    showAcceptedChanged: 'Show in the inbox',
    noChanges: 'Nothing changed',
    onlyFirst: 'Only the first 100 are listed.',
    toInbox: 'Show all in the inbox',
    lastRun: 'Last run',
    inbox: 'Records',
    counts: ({ waiting, accepted, rejected, ignored }: ScraperJob['counts']) =>
      `${formatNumber(waiting, 0)} waiting, ${formatNumber(accepted, 0)} accepted, ${formatNumber(rejected, 0)} rejected, ${formatNumber(ignored, 0)} set aside`,
    runs: 'Runs',
    runNumber: 'Run',
    found: 'Found',
    new: 'New',
    changed: 'Changed',
    gone: 'Gone',
    log: (number: number) => `Log of run ${number}`,
    noLog: 'No log entries yet.',
    showRun: (number: number) => `Run ${number}`,
    requests: 'Requests',
    noRequests: 'No requests yet.',
    address: 'Address',
    status: 'Status',
    size: 'Size',
    time: 'Time',
    noAnswer: 'no answer'
  },

  inbox: {
    title: 'Inbox',
    description: 'Records from other services to accept or reject. Nothing enters the project until an editor accepts it.',
    failed: 'The records could not be loaded',
    loading: 'Loading records',
    search: 'Search names',
    state: 'State',
    anyState: 'Any state',
    change: 'Change in the last run',
    anyChange: 'New, changed and gone',
    flag: 'Quality flag',
    anyFlag: 'With or without flags',
    changes: { new: 'New', changed: 'Changed', gone: 'Gone' } as Record<string, string>,
    list: 'Records',
    count: records,
    more: 'Show more',
    nothing: 'No records are waiting',
    noneAccepted: 'No records have been accepted yet',
    noneAcceptedAbout: 'Records appear here once an editor has accepted them.',
    nothingAbout: 'Records appear here once a job has run.',
    noMatch: 'No record matches these filters',
    clear: 'Clear filters',
    toJobs: 'Go to jobs',
    select: (title: string) => `Select ${title}`,
    selected: (count: number) => `${records(count)} selected`,
    clearSelection: 'Clear selection',
    accept: 'Accept',
    reject: 'Reject',
    ignore: 'Set aside',
    wait: 'Put back',
    waitSentence: 'Put the record back into the inbox',
    all: (count: number) => `Accept all ${formatNumber(count, 0)}`,
    rejectAll: (count: number) => `Reject all ${formatNumber(count, 0)}`,
    decided: ({ decision, count }: Decision) => `${records(count)} ${decided[decision]}`,
    kept: (count: number) =>
      count === 1
        ? '1 observation stays because it was edited after its record was accepted.'
        : `${formatNumber(count, 0)} observations stay because they were edited after their records were accepted.`,
    leftOut: (count: number) =>
      count === 1
        ? '1 record left out because of an unknown licence or because this project published it. Open the record to decide on it individually.'
        : `${records(count)} left out because of an unknown licence or because this project published them. Open a record to decide on it individually.`,
    undo: 'Undo',
    undone: 'Decision undone',
    notUndone: 'The decision could not be undone',
    notDecided: 'The decision could not be saved',
    keys: 'Inbox',
    next: 'Next record',
    previous: 'Previous record',
    toggle: 'Select or deselect the record'
  },

  record: {
    failed: 'The record could not be loaded',
    loading: 'Loading record',
    back: 'Back to the list',
    none: 'Open a record to see its fields, licence and history.',
    position: 'Position',
    depth: 'Depth',
    date: 'Date',
    dataset: 'Dataset',
    licence: 'Licence',
    citation: 'Citation',
    unknownLicence: 'not known',
    identity: 'Identifier at the source',
    flags: 'Flags from Isobath',
    sourceFlags: 'Flags from the source',
    noFlags: 'none',
    notJudged: (names: string) => `Not checked for lack of data: ${names}.`,
    match: 'Match',
    fields: 'Fields',
    changedSince: 'This record changed at the source after it was accepted. Its observation keeps the values that were accepted.',
    history: 'Changes at the source',
    version: (number: number) => `Version ${number}`,
    raw: 'As received',
    notStated: 'not stated',
    judged: (state: string, by: string | null) => (by ? `${state} by ${by}` : state)
  },

  rules: {
    title: 'Inbox rules',
    description: 'Rules decide on records from new runs. They never change a record that a person has decided on.',
    failed: 'The rules could not be loaded',
    loading: 'Loading rules',
    order: 'Rules',
    orderAbout:
      'The first rule in this order that matches a record decides. No rule accepts records with an unknown licence or records that this project published.',
    none: 'No rules yet. All records wait for a person.',
    on: 'Apply to new records',
    onAbout: 'After each run, rules are applied to its waiting records.',
    ownersOnly: 'Only owners of the project can turn rules on and save them.',
    try: 'Dry run',
    apply: 'Apply to waiting records',
    saveFirst: 'Save the rules first',
    older: 'Another person has saved these rules meanwhile. If you save yours, they replace those.',
    olderTried: 'Another person has saved these rules meanwhile. This list has your own changes, which only you see.',
    discard: 'Discard mine',
    save: 'Save rules',
    saved: 'Rules saved',
    applied: (count: number) => `Rules decided on ${records(count)}`,
    notDone: 'The action failed',
    decided: (count: number) => `${records(count)} so far`,
    outcome: (count: number, leftOut: number) =>
      leftOut === 0
        ? records(count)
        : `${records(count)}, and ${formatNumber(leftOut, 0)} left out (unknown licence, or published by this project)`,
    dryRun: ({ accept, reject, ignore }: { accept: number; reject: number; ignore: number }, rest: number) =>
      `Would accept ${formatNumber(accept, 0)}, reject ${formatNumber(reject, 0)}, set aside ${formatNumber(ignore, 0)}. No rule matches ${formatNumber(rest, 0)}.`,
    up: (place: number) => `Move rule ${place} up`,
    down: (place: number) => `Move rule ${place} down`,
    remove: (place: number) => `Delete rule ${place}`,
    verbs: { accept: 'Accept', reject: 'Reject', ignore: 'Set aside', leave: 'Leave to a person' },
    rule: (verb: string, conditions: string, because: string) => `${verb}: ${conditions}. Reason: ${because}`,
    named: (text: string) => `name contains “${text}”`,
    ofJob: 'from one job',
    ofDataset: 'from one dataset',
    licensed: (names: string) => `licence ${names}`,
    flagged: (names: string) => names,
    unflagged: 'Without flags',
    unmatched: 'Without a match',
    any: 'Any',
    newRule: 'New rule',
    name: 'Name contains',
    outcomeOfRule: 'Then',
    because: 'Reason',
    becauseAbout: 'Saved with each record',
    add: 'Add rule',
    noCondition: 'Choose at least one condition',
    noReason: 'Enter a reason',
    decisions: 'Latest decisions',
    decisionsAbout: 'A decision can be undone for 30 days. Records that were decided again later stay as they are.',
    noDecisions: 'No decisions yet.',
    decision: 'Decision',
    by: 'By',
    byRule: 'Rule',
    former: 'A former member',
    at: 'Time',
    undone: 'Undone'
  },

  datasets: {
    title: 'Datasets',
    description: 'Datasets that the outside records come from, with their licence and citation.',
    failed: 'The datasets could not be loaded',
    loading: 'Loading datasets',
    none: 'No datasets yet',
    noneAbout: 'Datasets appear here once a job has fetched records from them.',
    all: 'All datasets',
    cite: 'Cite these',
    citeAbout: 'Datasets with accepted records.',
    nothingAccepted: 'No records accepted yet.',
    copyText: 'Copy as text',
    copyBibtex: 'Copy as BibTeX',
    copied: 'Copied',
    records: 'Records',
    accessed: 'Accessed',
    nonCommercial: 'non-commercial'
  },

  comparison: {
    title: 'Compared with its match',
    thisOne: 'This record',
    other: 'Its match',
    field: 'Field',
    same: 'All fields of the two records are the same.'
  }
}
