import type { ReactNode } from 'react'
import type { Role, Visibility } from '../../../shared/contracts/projects.ts'
import { restoreWindowDays } from '../../../shared/limits.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import { sentence } from '../../ui/sentence.ts'
import type { FieldName } from './project-fields.ts'

const roles: Record<Role, string> = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' }

const fields: Record<FieldName, string> = {
  title: 'Title',
  description: 'Purpose and method',
  region: 'Region',
  habitat: 'Habitat',
  startDate: 'First day',
  endDate: 'Last day',
  visibility: 'Visibility'
}

const visibilities: Record<Visibility, string> = {
  private: 'Members only',
  internal: 'Everyone with an account on this server'
}

/** Parts of a template with their screens. */
const templateParts = {
  labels: 'labels (in Species Catalog)',
  attributes: 'attributes (in Settings)',
  sites: 'sites (in Sites)',
  plan: 'sampling plan (in Publication)'
}

export const texts = {
  roles,
  fields,
  visibilities,
  dashboard: {
    title: 'Dashboard',
    welcome: 'Welcome aboard',
    firstUse: (person: string) => `You are signed in as ${person}. A few steps will get you started.`,
    newProject: 'New project',
    projects: 'Your projects',
    allProjects: 'All projects',
    loadingProjects: 'Loading your projects',
    projectsFailed: 'Your projects could not be loaded',
    activity: 'Activity',
    loadingActivity: 'Loading activity',
    activityFailed: 'The activity could not be loaded',
    noActivity: 'No activity yet. Changes to your projects appear here.'
  },
  firstSteps: {
    create: {
      title: 'Create a project',
      about: 'A project holds one study: its images, its members and its results. A title is enough to start.',
      action: 'New project'
    },
    images: {
      title: 'Add images',
      about: 'Drop them onto the project’s Overview. Time, position and camera come from the files; a table adds the rest.'
    },
    team: {
      title: 'Invite your team',
      about: 'Add people by e-mail address in the project’s Settings, as owners, editors or viewers.'
    },
    annotate: {
      title: 'Annotate what you see',
      about: 'Open an image in Annotate, outline what lives there, and label it now or later.'
    },
    example:
      'Or explore a small example project first, with drawn images, labels, annotations, sites and results. You can delete it in one click.'
  },
  example: {
    open: 'Open an example project',
    opening: 'Opening the example…',
    notOpened: 'The example could not be opened',
    about: (results: (text: string) => ReactNode, annotate: (text: string) => ReactNode) =>
      sentence(
        'This is an example with drawn images. See ',
        results('its results'),
        ', or ',
        annotate('annotate the animals'),
        ' in the last image yourself.'
      ),
    counted: (individuals: number, taxa: number, images: number) =>
      `So far, ${formatCount(individuals, 'individual')} of ${formatCount(taxa, 'taxon', 'taxa')} ${individuals === 1 ? 'has' : 'have'} been counted in ${formatCount(images, 'image')}.`,
    remove: 'Delete example',
    removed: 'Example deleted',
    notRemoved: 'The example could not be deleted',
    tryAgain: 'Try again'
  },
  waiting: {
    title: 'To do',
    none: 'Nothing to do right now.',
    noName: 'You have not entered your name, so others see your e-mail address.',
    addName: 'Add your name',
    noImages: (project: string) => `${project} has no images yet.`,
    addImages: 'Add images',
    leaving: (project: string, days: number) => `${project} will be permanently deleted in ${formatCount(days, 'day')}.`,
    viewDeleted: 'View deleted projects'
  },
  list: {
    title: 'Projects',
    newProject: 'New project',
    deletedTitle: 'Deleted projects',
    aboutDeleted: `A deleted project can be restored for ${restoreWindowDays} days; after that it is permanently deleted.`,
    back: 'Back to projects',
    count: (count: number) => formatCount(count, 'project'),
    loading: 'Loading projects',
    failed: 'The projects could not be loaded',
    restore: 'Restore',
    restored: (title: string) => `${title} restored`,
    restoreFailed: 'Failed to restore project',
    noMatch: (search: string) => `No project matches “${search}”`,
    searched: 'The search covers titles, descriptions and regions.',
    clearSearch: 'Clear search',
    noDeleted: 'No deleted projects',
    aboutNoDeleted: `Projects you delete stay here for ${restoreWindowDays} days, so that you can restore them.`,
    empty: 'A project holds one study',
    aboutEmpty: 'Each has its own images, members and results. You have no projects yet; a title is enough to start.'
  },
  card: {
    images: (count: number) => formatCount(count, 'image'),
    members: (count: number) => formatCount(count, 'member'),
    updated: (time: ReactNode) => sentence('Updated ', time),
    done: (done: number, images: number) => `${formatNumber(done)} of ${formatCount(images, 'image')} done`,
    goOn: (fileName: string) => `Continue with ${fileName}`,
    begin: (fileName: string) => `Start with ${fileName}`
  },
  bar: {
    search: 'Search projects',
    order: 'Sort by',
    orders: { modified: 'Recently updated', created: 'Newest', title: 'Title' },
    layout: 'Layout',
    cards: 'Cards',
    table: 'Table'
  },
  table: {
    label: 'Projects',
    title: 'Title',
    region: 'Region',
    dates: 'Dates',
    images: 'Images',
    members: 'Members',
    role: 'Your role',
    updated: 'Updated',
    visitor: 'Visitor',
    imagesUnit: (count: number) => (count === 1 ? ' image' : ' images'),
    end: 'Permanently deleted',
    inDays: (days: number) => `in ${formatCount(days, 'day')}`,
    action: 'Action',
    loadingMore: 'Loading more projects…'
  },
  create: {
    title: 'New project',
    about: 'A project holds one study. Only the title is required; you can add the rest later.',
    save: 'Create project',
    failed: 'Failed to create project'
  },
  edit: {
    title: 'Edit project',
    loading: 'Loading the project',
    loadFailed: 'The project could not be loaded',
    readOnly: 'You can view this project. Its owners and editors can change it.',
    saved: 'Saved'
  },
  form: {
    check: 'Check these fields',
    draftKept: 'Draft saved in this browser',
    unsaved: (names: readonly string[]) => `Unsaved changes: ${names.join(', ')}`,
    cancel: 'Cancel',
    discard: 'Discard',
    discardDraft: 'Discard draft',
    draftDiscarded: 'Draft discarded',
    undo: 'Undo',
    tooLong: (limit: number) => `Up to ${limit.toLocaleString('en')} characters`,
    nameAndPurpose: 'Name and purpose',
    noTitle: 'Give the project a title',
    aboutTitle: 'The name of the study, as shown in the sidebar, in lists and in exports.',
    aboutDescription:
      'Why and how the work is done: the question, the gear, the sampling. It becomes the abstract of your published dataset.',
    placeAndTime: 'Place and time',
    aboutRegion: 'Where the work takes place, for example Monterey Canyon, California.',
    aboutHabitat: 'The sea floor or the water, for example rocky reef, soft sediment or seagrass.',
    aboutStart: 'The first day of fieldwork.',
    aboutEnd: 'Leave empty while fieldwork continues.',
    endsBeforeStart: 'The last day is before the first',
    aboutPrivate: 'The owners, editors and viewers you add. No one else can see that the project exists.',
    aboutInternal: 'They can view everything. Only members can make changes.'
  },
  templates: {
    legend: 'Start from a template',
    filled: (template: string, names: readonly string[]) => `Filled in from ${template}: ${names.join(', ')}. Edit as needed.`,
    kept: (names: readonly string[]) => `Fields with your own text stay unchanged: ${names.join(', ')}.`,
    brings: (labels: number, attributes: number) =>
      `The new project also gets ${formatCount(labels, 'label')} and ${formatCount(attributes, 'annotation attribute')}.`,
    from: (template: string) => `Also from ${template}`,
    sites: 'Sites of the template',
    aboutSites: (sites: readonly { name: string; minimumDepthInMeters?: number | null }[]) => {
      const given = sites.some(({ minimumDepthInMeters: depth }) => depth != null)
        ? 'with a depth and without a position'
        : 'without a position'
      return `Placeholder names, ${given}: ${sites.map(({ name }) => name).join(', ')}.`
    },
    otherSites: 'Not added, because sites are copied from the other project.',
    plan: 'Sampling plan of the template',
    aboutPlan: (samplingProtocol: string) => `${samplingProtocol}. Saved in Publication and used in every export.`,
    otherPlan: 'Not added, because the sampling plan is copied from the other project.',
    partly: 'Not all of the template was added',
    missing: (parts: readonly (keyof typeof templateParts)[]) =>
      `Missing or incomplete: ${parts.map(part => templateParts[part]).join(', ')}. Add the rest there.`
  },
  takeOver: {
    legend: 'Copy existing data',
    from: 'From another project',
    none: 'No project',
    failed: 'This project could not be loaded. Choose it again, or create the new project without it.',
    reading: 'Loading the project…',
    sites: 'Sites and surveys',
    aboutSites: (sites: number, surveys: number, limit: number) =>
      sites === 0
        ? 'This project has no sites.'
        : sites > limit
          ? `This project has ${formatCount(sites, 'site')}. Up to ${formatNumber(limit)} can be copied.`
          : `${formatCount(sites, 'site')} and ${formatCount(surveys, 'survey')}, with positions, depths and sampling facts. Images and rules for sensitive places are not copied.`,
    plan: 'Sampling plan',
    aboutPlan: (hasPlan: boolean | null) =>
      hasPlan === null
        ? 'Loading the project…'
        : hasPlan
          ? 'Sampling protocol, description, sample size and effort, as entered in Publication.'
          : 'This project has no sampling facts in Publication.',
    partly: 'Not everything was copied',
    addYourself: 'Compare Sites and Publication with those of the other project.'
  },
  editor: {
    subject: 'this project',
    save: 'Save changes',
    failed: 'Failed to update project'
  },
  remove: {
    open: 'Delete project',
    title: 'Delete this project?',
    confirm: 'Delete project',
    restorable: `The project and its images disappear for all members. Any owner can restore it for ${restoreWindowDays} days; after that it is permanently deleted.`,
    foreign: 'The project is deleted from the server. Ask the operator of the server whether it can be restored.',
    typeTitle: (title: string) => `Type the title to confirm: ${title}`,
    failed: 'Failed to delete project'
  }
}
