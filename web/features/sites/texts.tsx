import type { ReactNode } from 'react'
import type { SiteType } from '../../../shared/contracts/sites.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

const refused = 'The server rejected the request. Try again.'
const unchanged = 'No image was changed.'
const assigned = (count: number) => `${formatCount(count, 'image')} assigned`
const assign = (count: number) => (count === 0 ? 'Nothing to assign' : `Assign ${formatCount(count, 'image')}`)
const tooLong = (most: number) => `Up to ${most.toLocaleString('en')} characters`
const types: Record<SiteType, string> = { station: 'Station', site: 'Site', transect: 'Transect' }

export const texts = {
  types,

  page: {
    title: 'Sites',
    description: 'Where and when the images were taken: surveys with their stations, sites and transects.',
    failed: 'The sites could not be loaded',
    loading: 'Loading sites',
    assignImages: 'Assign images',
    importSites: 'Import sites',
    addSurvey: 'Add survey',
    addSite: 'Add site',
    counts: (sites: number, surveys: number, images: number) =>
      `${formatCount(sites, 'site')} in ${formatCount(surveys, 'survey')}, ${formatCount(images, 'image')}.`,
    unassigned: (count: number) => (count === 1 ? '1 image has no site.' : `${formatNumber(count, 0)} images have no site.`)
  },

  empty: {
    title: 'No sites yet',
    assign: 'Add from file names or a table',
    about:
      'A site is a place where images were taken: a station, a site or a transect. Add sites to compare results between them; a survey groups the sites of one campaign.',
    readOnly: 'Only editors and owners of the project can add sites.'
  },

  list: {
    counts: (sites: number, images: number) => `${formatCount(sites, 'site')}, ${formatCount(images, 'image')}`,
    edit: (name: string) => `Edit ${name}`,
    delete: (name: string) => `Delete ${name}`,
    tableOf: (survey: string) => `Sites of ${survey}`,
    noSites: 'This survey has no sites yet.',
    sites: 'Sites',
    withoutSurvey: 'Without a survey',
    sitesWithoutSurvey: 'Sites without a survey',
    siteCount: (count: number) => formatCount(count, 'site'),
    name: 'Site',
    type: 'Type',
    position: 'Position',
    grid: (degrees: string) => `grid of ${degrees}°`,
    depth: 'Depth, m',
    depthTo: (depth: string) => `to ${depth}`,
    depthFrom: (depth: string) => `from ${depth}`,
    images: 'Images',
    actions: 'Actions'
  },

  search: {
    find: 'Search by name',
    found: (found: number, count: number) => (found === 0 ? 'No results' : `${formatNumber(found, 0)} of ${formatNumber(count, 0)}`)
  },

  unsent: {
    mark: 'not sent',
    about: 'This site has an edit that is not on the server yet.'
  },

  removeSite: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete site',
    images: (count: number) =>
      count === 1
        ? '1 image will have no site. Images and annotations stay.'
        : `${formatNumber(count, 0)} images will have no site. Images and annotations stay.`,
    noImages: 'It has no images.',
    deleted: (name: string) => `${name} deleted`,
    undo: 'Undo'
  },

  removeSurvey: {
    title: (name: string) => `Delete ${name}?`,
    confirm: 'Delete survey',
    failed: 'The survey could not be deleted',
    hasSites: (count: number) =>
      count === 1
        ? 'It still has 1 site. Move the site to another survey or delete it first.'
        : `It still has ${formatNumber(count, 0)} sites. Move them to another survey or delete them first.`,
    noSites: 'It has no sites. Nothing else is deleted.'
  },

  form: {
    name: 'Name',
    notes: 'Notes',
    save: 'Save',
    showNewest: 'Show the newer version',
    notSaved: 'Your changes could not be saved',
    tooLong
  },

  siteDialog: {
    edit: (name: string) => `Edit ${name}`,
    add: 'Add a site',
    confirmAdd: 'Add site',
    nameAbout: 'As in file names and field notes, such as M1 or Outer reef.',
    noName: 'Enter a name for the site',
    nameTaken: 'Another site already has this name',
    depthsSwapped: 'It is less than the minimum depth',
    stale: 'Someone else changed this site in the meantime. Show the newer version and edit it again.',
    gone: 'Someone else deleted this site in the meantime.',
    type: 'Type',
    survey: 'Survey',
    noSurvey: 'None',
    latitude: 'Latitude',
    longitude: 'Longitude',
    minimumDepth: 'Minimum depth',
    maximumDepth: 'Maximum depth',
    halfPosition: 'Enter both latitude and longitude',
    noNumber: 'Enter a number',
    outOfRange: (least: number, most: number) => `Between ${least} and ${most}`
  },

  surveyDialog: {
    edit: 'Edit survey',
    add: 'Add a survey',
    confirmAdd: 'Add survey',
    nameAbout: 'A campaign, cruise or season, such as Spring 2026 or EX2107.',
    noName: 'Enter a name for the survey',
    firstDay: 'First day',
    lastDay: 'Last day',
    daysSwapped: 'The last day is before the first'
  },

  sampling: {
    title: 'Sampling, habitat and footprint',
    about: 'Fill in only what differs from the methods on the Publication page of the project.',
    protocol: { label: 'Sampling protocol', example: 'towed camera, one image every 10 s' },
    description: 'Selection of places and images',
    sampleSize: 'Sample size of an image',
    unit: { label: 'Unit', example: 'square metre' },
    surveyEffort: 'Effort of the whole survey',
    siteEffort: 'Effort of the whole site',
    effortExample: '4 dives of 30 minutes',
    habitat: { label: 'Habitat', example: 'rocky reef' },
    location: { label: 'Location identifier', example: 'http://marineregions.org/mrgid/2401' },
    footprint: {
      label: 'Footprint',
      example: 'LINESTRING (-122.31 36.4, -122.3 36.41)',
      description: 'Well-known text: a line or an area, longitude before latitude.'
    },
    tooLong,
    noSize: 'Enter a number greater than 0',
    sizeWithoutUnit: 'Enter both a size and its unit',
    blanks: 'An identifier cannot contain spaces',
    fault: (fault: string) => `It ${fault}`
  },

  assignDialog: {
    title: 'Assign images to sites',
    ways: 'Ways to assign images',
    byName: 'By file name',
    byTable: 'By table',
    byHand: 'By hand',
    assign,
    assigned,
    unchanged,
    refused,
    notAssigned: 'The images could not be assigned'
  },

  byName: {
    pattern: 'File name pattern',
    patternAbout: (code: (text: string) => ReactNode) => (
      <>
        {code('{site}')} is the name of the site, {code('*')} is any text and {code('?')} is one character. Without {code('{site}')}, all
        matching images go to one site: {code('M1_*.jpg')}.
      </>
    ),
    sitesOf: 'Sites of',
    anySurvey: 'any survey',
    noSurvey: 'no survey',
    site: 'Site',
    createSites: 'Create missing stations',
    noSites: 'There are no sites yet. Add one first, or use {site} in the pattern.',
    invalid: 'The pattern cannot be used',
    loading: 'Matching file names',
    fileName: 'images without a site'
  },

  byTable: {
    about: (code: (text: string) => ReactNode) => (
      <>
        A table with one row per image and the columns {code('filename')}, {code('site')} (or {code('station')}, {code('transect')}). Add a
        column {code('survey')} if several sites share a name. You see a preview before anything changes.
      </>
    ),
    drop: 'Drop a CSV table here',
    accepted: 'UTF-8 with a header row; columns separated by commas, semicolons or tabs.',
    choose: 'Choose a table',
    tooLarge: (fileName: string, limit: string) => `${fileName} is larger than ${limit}. Split it into several files.`,
    createSites: 'Create missing surveys and stations',
    checking: (fileName: string) => `Checking ${fileName} against the images`,
    fileName: (table: string) => `problems in ${table}`,
    from: (fileName: string) => `From ${fileName}.`,
    unreadable: 'The table could not be read',
    notApplied: 'The table could not be applied',
    another: 'Choose another table'
  },

  byHand: {
    find: 'Part of the file name',
    chooseNone: 'Clear selection',
    chooseAll: (count: number) => `Select all ${formatNumber(count)} listed`,
    failed: 'The images could not be loaded',
    loading: 'Loading images',
    noneFound: 'No file name matches. Try another part of the name.',
    noImages: 'The project has no images yet. Add some in the Overview.',
    images: 'Images',
    showMore: 'Show more',
    target: 'Site for the selected images',
    noSite: 'no site',
    chooseImages: 'Select images',
    assignedTo: (count: number, site: string) => `${formatCount(count, 'image')} assigned to ${site}`,
    assignedToSite: (count: number) => `${formatCount(count, 'image')} assigned to the site`,
    removed: (count: number) =>
      count === 1 ? '1 image removed from its site' : `${formatNumber(count, 0)} images removed from their sites`
  },

  preview: {
    noMatch: 'No image matches.',
    matches: (images: number, sites: number, changed: number) =>
      `${images === 1 ? '1 image matches' : `${formatNumber(images, 0)} images match`} ${formatCount(sites, 'site')}; ${changed === 0 ? 'none' : formatNumber(changed)} will change.`,
    table: 'Images by site',
    site: 'Site',
    isNew: 'new',
    images: 'Images',
    changes: 'Changes',
    examples: 'Examples',
    problems: 'Left out',
    problemCount: (count: number) => `${formatNumber(count)} left out`,
    download: 'Download CSV',
    reasons: 'Left out, with reasons',
    row: (row: number) => `row ${formatNumber(row)}`,
    first: (shown: number, total: number) => `The first ${shown} are listed; the CSV file has all ${formatNumber(total)}.`
  }
}
