import { createElement, Fragment, type ReactNode } from 'react'
import type { Generalisation, Grid } from '../../../shared/contracts/generalisations.ts'
import type { RecordFault } from '../../../shared/publication/faults.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const noEmail = 'Enter a valid e-mail address'
const done = 'Done'
const imagesWith =
  (one: string, many: string) =>
  (count: number): string =>
    count === 1 ? `1 image ${one}` : `${formatNumber(count, 0)} images ${many}`

const faults: Record<RecordFault['kind'], (count: number) => string> = {
  position: imagesWith('has no position, and its site has none', 'have no position, and their sites have none'),
  coordinateUncertaintyInMeters: imagesWith('has a position without its uncertainty', 'have a position without its uncertainty'),
  date: imagesWith('has no date or time', 'have no date or time'),
  depth: imagesWith('has no depth, and its site has none', 'have no depth, and their sites have none'),
  samplingProtocol: imagesWith(
    'has no sampling protocol: GBIF requires one for every event',
    'have no sampling protocol: GBIF requires one for every event'
  ),
  sampleSizeValue: imagesWith('has no area and no other sample size', 'have no area and no other sample size'),
  models: count =>
    count === 1
      ? 'A model is not described: OBIS requires its version and URL'
      : `${formatNumber(count, 0)} models are not described: OBIS requires their versions and URLs`,
  taxa: count => (count === 1 ? 'One name is not matched with WoRMS' : `${formatNumber(count, 0)} names are not matched with WoRMS`),
  nothing: () => 'No annotation has a label that is a taxon'
}

const grids: Record<Grid, string> = {
  '0.01': 'Grid of 0.01° (about 1 km)',
  '0.1': 'Grid of 0.1° (about 10 km)',
  '1': 'Grid of 1° (about 100 km)',
  hidden: 'Withheld'
}

const roles: Record<Generalisation['fromRole'], { option: string; exactFor: string }> = {
  owner: { option: 'Owners', exactFor: 'exact for owners' },
  editor: { option: 'Owners and editors', exactFor: 'exact for owners and editors' },
  viewer: { option: 'All members', exactFor: 'exact for all members' }
}

export const texts = {
  page: {
    title: 'Publication',
    description: 'Describe the dataset once for every export: Darwin Core Archives for OBIS and GBIF, iFDO, COCO and CITATION.cff.',
    notOffered: 'This server does not support publications.',
    failed: 'The publication could not be loaded',
    loading: 'Loading publication',
    readOnly: 'You can view this page. Only editors and owners of the project can edit it.',
    sensitiveTaxon: 'Sensitive taxon',
    catalogFailed: 'The catalog could not be loaded',
    loadingCatalog: 'Loading catalog'
  },

  fields: {
    title: 'Title',
    abstract: 'Abstract',
    keywords: 'Keywords',
    geographicDescription: 'Location description',
    people: 'People',
    contactGivenName: 'Given name of the contact',
    contactSurName: 'Surname of the contact',
    contactOrganization: 'Organization of the contact',
    contactEmail: 'E-mail of the contact',
    funding: 'Funding',
    models: 'Models',
    samplingProtocol: 'Sampling protocol',
    samplingDescription: 'Selection of places and images',
    sampleSizeValue: 'Sample size of an image',
    sampleSizeUnit: 'Unit of the sample size',
    samplingEffort: 'Sampling effort',
    habitat: 'Habitat',
    locationID: 'Location identifier',
    coordinateUncertaintyInMeters: 'Position uncertainty',
    license: 'Licence',
    organizationName: 'Published by',
    doi: 'DOI',
    citation: 'Custom citation'
  },

  rules: {
    atMost: (count: number) => `Up to ${count.toLocaleString('en')} characters`,
    noNumber: 'Enter a number',
    between: (least: number, most: number) => `Between ${least} and ${most.toLocaleString('en')}`
  },

  editor: {
    failed: 'The publication could not be saved',
    saved: 'Saved',
    check: 'Check these fields',
    subject: 'the publication',
    unsaved: (fields: string[]) => `Not saved: ${fields.join(', ')}`,
    discard: 'Discard',
    save: 'Save changes'
  },

  ready: {
    title: 'Ready to publish',
    noProblems: 'No problems found.',
    problems: (count: number) => `${formatCount(count, 'problem')} to fix`,
    faults,
    failed: 'Images and names could not be checked. Reload the page.',
    createArchive: 'Create a Darwin Core Archive',
    checksAgain: 'The export checks every record again.'
  },

  dataset: {
    title: 'Dataset',
    description: 'Empty fields default to the values of the project.',
    titleAbout: 'Subject, place and time of the study, as it should be found and cited.',
    abstractAbout: 'Aims, location and gear of the study, and the content of the data. Each line becomes a paragraph.',
    tooManyKeywords: 'Up to 50 keywords',
    longKeyword: 'A keyword can have up to 100 characters. Separate keywords with commas.',
    keywordsAbout: 'Separated by commas: benthos, ROV, Porifera.',
    locationAbout: 'Where the data were collected, such as Sur Ridge, off central California.'
  },

  people: {
    title: 'People',
    description: 'Listed in citation order. The citation names the creators only. To give a person two roles, add the person twice.',
    members: 'Members of the project',
    addMember: 'Add member',
    add: 'Add person',
    none: (owners: string[]) =>
      `No one is listed yet, so the project ${owners.length === 1 ? 'owner is the creator' : 'owners are the creators'}: ${owners.join(', ')}.`,
    list: 'People credited in the dataset',
    tookImages: 'Took the images',
    orcid: (id: string) => `ORCID ${id}`,
    noDetails: 'No organization, no ORCID iD'
  },

  person: {
    edit: 'Edit person',
    add: 'Add a person',
    done,
    confirmAdd: 'Add person',
    givenName: 'Given name',
    surName: 'Surname',
    noSurName: 'Enter the surname',
    role: 'Role',
    roleAbout: 'The citation lists the creators.',
    organization: 'Organization',
    orcid: 'ORCID iD',
    noOrcid: 'This is not a valid ORCID iD. Check its digits.',
    email: 'E-mail',
    noEmail,
    tookImages: 'Took the images',
    tookImagesAbout: 'Exported as recordedBy with every occurrence.'
  },

  contact: {
    title: 'Contact',
    description: 'For questions about the data.',
    descriptionWithDefault: (name: string) => `For questions about the data. Defaults to ${name}.`,
    givenName: 'Given name',
    surName: 'Surname',
    organization: 'Organization or department',
    email: 'E-mail',
    noEmail
  },

  funding: {
    title: 'Funding',
    description: 'Funders of the work, and their awards.',
    add: 'Add funding',
    edit: 'Edit funding',
    confirmAdd: 'Add',
    done,
    none: 'No funders yet.',
    list: 'Funders of the dataset',
    noAward: 'No award',
    funder: 'Funder',
    noFunder: 'Enter the funder',
    award: 'Award number',
    awardTitle: 'Title of the award',
    address: 'URL of the award',
    noAddress: 'A URL starts with https://'
  },

  methods: {
    title: 'Methods',
    description: (link: (text: string) => ReactNode) =>
      createElement(Fragment, null, 'Defaults for all images. Enter exceptions in the ', link('site or survey'), '.'),
    protocolAbout: 'Name, description or URL of the method, such as towed camera transect, one image every 10 s.',
    samplingAbout: 'Which places and why, and which images were annotated.',
    noSize: 'Enter a number greater than 0',
    sizeWithoutUnit: 'Enter both a size and its unit',
    sizeAbout: 'Size of one image if its area is unknown.',
    units: ['photograph', 'square metre', 'cubic metre', 'minute', 'second'],
    unitAbout: 'Such as square metre, photograph or minute.',
    effortAbout: 'Total effort, such as 4 dives of 30 minutes with 2 observers.',
    habitatAbout: 'Type of sea floor or water column, such as rocky reef or seagrass.',
    blanks: 'An identifier cannot contain spaces',
    locationAbout: 'From a gazetteer, such as http://marineregions.org/mrgid/2401.',
    uncertaintyAbout: 'Maximum error of the position of an image or its site.'
  },

  models: {
    title: 'Models',
    description: 'Programs that suggested annotations. Archives list each with its version, its URL and the hash of its weights.',
    failed: 'The models could not be loaded',
    loading: 'Loading models',
    none: 'No program has suggested annotations in this project.',
    list: 'Models of the dataset',
    counts: (proposals: number, confirmed: number) => `${formatCount(proposals, 'suggestion')}, ${formatNumber(confirmed, 0)} confirmed`,
    incomplete: 'Incomplete',
    notDescribed: 'Not described',
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Remove the description of ${name}`,
    describe: 'Describe'
  },

  model: {
    title: (annotator: string) => `Describe ${annotator}`,
    done,
    name: 'Model',
    nameAbout: 'The name used by its authors.',
    noName: 'Enter the name of the model',
    version: 'Version',
    address: 'DOI or repository',
    addressAbout: 'Such as 10.5281/zenodo.5539915, or the https:// URL of its code.',
    noAddress: 'A DOI starts with 10., a URL with https://',
    hash: 'SHA-256 of the weights',
    hashAbout: '64 characters, as printed by sha256sum.',
    noHash: 'A SHA-256 has 64 characters, 0–9 and a–f'
  },

  coverage: {
    title: 'Coverage',
    description: 'Computed from examined images, and from annotations made or confirmed by people.',
    failed: 'The coverage could not be computed',
    loading: 'Computing coverage',
    data: 'Data',
    counts: (images: number, annotations: number) => `${formatCount(images, 'image')}, ${formatCount(annotations, 'annotation')}`,
    place: 'Place',
    corners: (from: string, to: string) => `${from} to ${to}`,
    noPlace: 'No image has a position',
    time: 'Time',
    noTime: 'No image has a time',
    taxa: 'Taxa',
    noTaxa: 'No annotation has a label that is a taxon',
    more: (count: number) => `and ${formatNumber(count, 0)} more`,
    ofLabels: (count: number) => `of ${formatCount(count, 'label')} in use`
  },

  sensitive: {
    title: 'Sensitive places',
    description:
      'Generalise or withhold the positions of rare corals, wrecks or fishing grounds. Every export follows these rules. Members below the chosen role do not see exact positions either.',
    add: 'Add rule',
    failed: 'The rules could not be loaded',
    loading: 'Loading rules',
    generalised: 'You see generalised positions here. Owners of the project see the exact ones.',
    none: 'No rules yet. Exports contain exact positions.',
    noneReadOnly: 'No rules yet. Exports contain exact positions. Only owners of the project can add rules.',
    list: 'Rules for sensitive places',
    wholeProject: 'Whole project',
    withDescendants: 'including labels below it',
    edit: (subject: string) => `Edit the rule for ${subject}`,
    remove: (subject: string) => `Remove the rule for ${subject}`
  },

  rule: {
    edit: (subject: string) => `Rule for ${subject}`,
    add: 'Add a rule',
    save: 'Save',
    confirmAdd: 'Add rule',
    saved: 'Rule saved',
    failed: 'The rule could not be saved',
    theProject: 'the whole project',
    aLabel: 'a label',
    scope: 'Applies to',
    scopeProject: 'The whole project',
    scopeLabel: 'A taxon and everything below it',
    noLabel: 'No label chosen',
    choose: 'Choose a label',
    chooseAnother: 'Choose another label',
    grid: 'Published positions',
    gridAbout: 'If several rules apply to an image, the strictest one determines its position and that of its site.',
    grids,
    role: 'Exact positions visible to',
    roleAbout: 'Exports follow the rule for everyone.',
    roles,
    exact: 'Exact',
    published: 'Published',
    remark: 'Remark',
    noPosition: 'No position'
  },

  removeRule: {
    title: (subject: string) => `Remove the rule for ${subject}?`,
    confirm: 'Remove rule',
    failed: 'The rule could not be removed',
    about: 'Positions will be exact for all members and in every export, unless another rule applies.'
  },

  licence: {
    title: 'Licence and citation',
    description: 'GBIF accepts only these three licences.',
    choose: 'Choose…',
    names: {
      'CC0-1.0': 'CC0: no conditions',
      'CC-BY-4.0': 'CC BY 4.0: attribution',
      'CC-BY-NC-4.0': 'CC BY-NC 4.0: attribution, non-commercial use only'
    },
    publisherAbout: 'The organization that publishes the data and holds the rights.',
    noDoi: 'A DOI looks like 10.5072/example',
    doiAbout: 'If the dataset already has one.',
    cited: 'Cited as',
    copy: 'Copy citation',
    download: 'Download CITATION.cff',
    citationAbout: 'Replaces the generated citation.'
  },

  list: {
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    edit: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Remove ${name}`
  }
}
