import type { Berth, CareerStage, OpportunityKind } from '../../../shared/contracts/opportunities.ts'
import { formatCount } from '../../ui/format.ts'

export const kinds: Record<OpportunityKind, string> = {
  grant: 'Grant',
  job: 'Job',
  fellowship: 'Fellowship',
  studentship: 'Studentship',
  'call for papers': 'Call for papers',
  'ship time': 'Ship time',
  berth: 'Berth on a cruise',
  training: 'Training',
  event: 'Event',
  'data call': 'Data call',
  other: 'Other'
}

export const careerStages: Record<CareerStage, string> = {
  student: 'Students',
  PhD: 'PhD candidates',
  'early career': 'Early career',
  established: 'Established researchers',
  technician: 'Technicians'
}

export const berthFacts: Record<keyof Berth, string> = {
  ship: 'Ship',
  operator: 'Operator',
  cruise: 'Cruise',
  embarkPort: 'Port of embarkation',
  embarkOn: 'Embarkation',
  disembarkPort: 'Port of disembarkation',
  disembarkOn: 'Disembarkation',
  berthsFree: 'Free berths',
  berthsTotal: 'Total berths',
  cabin: 'Cabin',
  skills: 'Skills wanted',
  duties: 'Duties and watches',
  certificates: 'Certificates needed',
  paid: 'Paid for you',
  accessibility: 'Accessibility',
  chiefScientist: 'Chief scientist'
}

export const texts = {
  refused: 'The server refused. Try again.',
  notStated: 'not stated',

  list: {
    title: 'Opportunities',
    description: 'Grants, jobs, berths on cruises, training and calls, posted by people on this server. The nearest deadline comes first.',
    post: 'Post an opportunity',
    failed: 'The opportunities could not be loaded',
    loading: 'Loading opportunities',
    search: 'Search opportunities',
    kind: 'Kind',
    anyKind: 'All kinds',
    view: 'Which ones',
    views: { open: 'Open', all: 'Open and closed', saved: 'Saved', mine: 'Posted by you' } as Record<string, string>,
    count: (count: number) => formatCount(count, 'opportunity', 'opportunities'),
    emptyTitle: 'No opportunities yet',
    emptyAbout: 'Everyone with an account on this server can post a call, a job or a free berth, and sees those of others.',
    noMatch: 'Nothing matches these filters',
    clear: 'Clear filters',
    more: 'Show more',
    save: (title: string) => `Save ${title}`,
    unsave: (title: string) => `Remove ${title} from the saved ones`,
    notSaved: 'This could not be saved'
  },

  deadline: {
    none: 'No deadline stated',
    closes: (ago: string) => `Closes ${ago}`,
    closed: (ago: string) => `Closed ${ago}`,
    noZone: 'time zone not stated',
    aoe: 'anywhere on Earth',
    endOfDay: 'end of day'
  },

  page: {
    back: 'All opportunities',
    failed: 'The opportunity could not be loaded',
    loading: 'Loading the opportunity',
    edit: 'Edit',
    withdraw: 'Withdraw',
    publish: 'Publish',
    delete: 'Delete',
    removeTitle: 'Delete this opportunity?',
    removeAbout: 'It disappears for everyone, also from the lists of those who saved it.',
    removed: 'Opportunity deleted',
    notDone: 'This could not be done',
    states: { draft: 'Draft', withdrawn: 'Withdrawn' } as Record<string, string>,
    closed: 'Closed',
    deadlines: 'Deadlines',
    facts: 'Facts',
    berth: 'The berth',
    about: 'About',
    apply: 'How to apply',
    organization: 'Organization',
    place: 'Place',
    remote: 'also remote',
    regions: 'Regions',
    careers: 'For',
    eligibility: 'Eligibility',
    amount: 'Amount',
    covers: 'Covered',
    notCovered: 'Not covered',
    dates: 'Dates',
    postedBy: 'Posted by',
    link: 'Web page'
  },

  form: {
    add: 'Post an opportunity',
    edit: 'Edit opportunity',
    post: 'Post',
    save: 'Save',
    kind: 'Kind',
    title: 'Title',
    noTitle: 'Enter a title',
    summary: 'Summary',
    organization: 'Organization',
    url: 'Web page',
    place: 'Place',
    regions: 'Regions',
    commas: 'Separated by commas',
    careers: 'For',
    deadline: 'Deadline',
    time: 'Time',
    timeAbout: '17:00; the end of the day when empty',
    zone: 'Time zone',
    noZone: 'Not stated',
    aoe: 'Anywhere on Earth (AoE)',
    startsOn: 'Starts',
    endsOn: 'Ends',
    amount: 'Amount or salary',
    covers: 'Covered',
    notCovered: 'Not covered',
    eligibility: 'Eligibility',
    body: 'Description',
    apply: 'How to apply',
    more: 'More facts',
    berth: 'The berth',
    wrongUrl: 'Enter an address that begins with https:// or http://',
    wrongTime: 'Enter a time such as 17:00',
    wrongNumber: 'Enter a whole number',
    checkFields: 'Correct the marked fields',
    refused: 'The opportunity could not be saved'
  }
}
