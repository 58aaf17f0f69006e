/** Area of the product, as the public pages describe it. */
export interface ProductArea {
  name: string
  /** Description in one sentence; for a planned area, its purpose. */
  text: string
  isBuilt: boolean
  /** File of its screen, relative to `web/routes`. A planned area may have none. */
  page?: string
}

/** Areas of the product, for the public pages and the pages of planned areas. A test compares the list with the routes and README. */
export const areas = [
  {
    name: 'Projects',
    text: 'One for each study, with owners, editors and viewers. A deleted project can be restored for 30 days.',
    isBuilt: true,
    page: 'main/projects.tsx'
  },
  {
    name: 'Images',
    text: 'JPEG, PNG, TIFF and WebP of up to 200 megapixels. Uploads resume after a lost connection; time, position and depth come from the file, a table or a navigation track.',
    isBuilt: true,
    page: 'project/overview.tsx'
  },
  {
    name: 'Annotate',
    text: 'Points, boxes, ellipses, lines, polygons and sample points for percent cover, by mouse, pen, touch or keyboard, even while offline.',
    isBuilt: true,
    page: 'project/annotate.tsx'
  },
  {
    name: 'Review',
    text: 'Cropped annotations side by side, to confirm, relabel or reject in bulk.',
    isBuilt: true,
    page: 'project/review.tsx'
  },
  {
    name: 'Blind sessions',
    text: 'Several people annotate the same images without seeing each other’s work. Kappa, a confusion matrix and the disagreements are shown at the end.',
    isBuilt: true,
    page: 'project/annotation-sessions.tsx'
  },
  {
    name: 'Results',
    text: 'Abundance, density, diversity, sizes and percent cover of annotations and observations, each with its effort and its formula.',
    isBuilt: true,
    page: 'project/results.tsx'
  },
  {
    name: 'Sites',
    text: 'Surveys and stations with their protocol, depth and position, to group images and compare results.',
    isBuilt: true,
    page: 'project/sites.tsx'
  },
  {
    name: 'Map',
    text: 'Sites, tracks, images, annotations and typed or imported observations on a chart that needs no tile server, in Mercator, plate carrée and both polar views. Sensitive positions are shown as grid cells.',
    isBuilt: true,
    page: 'project/map.tsx'
  },
  {
    name: 'AI Analysis',
    text: 'A model learns on this server from points and areas that your team labelled, suggests labels for the rest, and shows how it was tested. Nothing becomes data until a person accepts it.',
    isBuilt: true,
    page: 'project/ai.tsx'
  },
  {
    name: 'Species Catalog',
    text: 'Labels and taxa in one tree, names checked against WoRMS, open nomenclature, and frozen versions to cite.',
    isBuilt: true,
    page: 'project/catalog.tsx'
  },
  {
    name: 'Import and export',
    text: 'COCO, YOLO, Pascal VOC, CVAT, VIAME, BIIGLE, CoralNet, iFDO and Darwin Core; CSV and Excel tables; navigation from NMEA 0183, DSHIP, OFOP and others.',
    isBuilt: true,
    page: 'project/exchange.tsx'
  },
  {
    name: 'Publication',
    text: 'The dataset described once and checked against the rules of OBIS and GBIF, with sensitive positions generalised.',
    isBuilt: true,
    page: 'project/publication.tsx'
  },
  {
    name: 'Outside data',
    text: 'Records from OBIS, GBIF and its downloads, WoRMS, tables, archives and feeds. Scheduled jobs bring them into an inbox with rules, licence, citation and quality flags.',
    isBuilt: true,
    page: 'project/outside.tsx'
  },
  {
    name: 'Opportunities',
    text: 'Grants, jobs, berths on cruises and calls posted by people on this server, with a calendar, reminders, and the reasons why each one fits you.',
    isBuilt: true,
    page: 'main/opportunities.tsx'
  },
  { name: 'Journal', text: 'Field notes beside the images that they describe.', isBuilt: false, page: 'areas/journal.tsx' },
  { name: 'Video', text: 'Annotation of video, frame by frame and along tracks.', isBuilt: false },
  {
    name: 'Community',
    text: 'Ask other people on this server for an identification, and share what you know.',
    isBuilt: false,
    page: 'areas/community.tsx'
  },
  {
    name: 'Organizations',
    text: 'The people and projects of an institute in one place.',
    isBuilt: false,
    page: 'areas/new-organization.tsx'
  }
] as const satisfies readonly ProductArea[]

export type AreaName = (typeof areas)[number]['name']

export const builtAreas: readonly ProductArea[] = areas.filter(({ isBuilt }) => isBuilt)
export const plannedAreas: readonly ProductArea[] = areas.filter(({ isBuilt }) => !isBuilt)

export const areaNamed = (name: AreaName): ProductArea => areas.find(area => area.name === name) ?? areas[0]

/** Returns the names of areas as a list, such as "AI Analysis, Map and Journal". */
export const namesOf = (some: readonly ProductArea[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(some.map(({ name }) => name))
