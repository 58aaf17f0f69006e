export interface Area {
  name: string
  /** One sentence; of an area that is coming, what it will hold. */
  text: string
  works: boolean
  /** File of its page below `web/routes`. */
  page: string
}

/** The areas of the product, built or still to come. The public pages read this list; a test compares it with the pages and README. */
export const areas: readonly Area[] = [
  {
    name: 'Projects',
    text: 'One for each survey or study, with owners, editors and viewers; a deleted project can be restored for 30 days.',
    works: true,
    page: 'project/overview.tsx'
  },
  {
    name: 'Images',
    text: 'JPEG, PNG, TIFF and WebP up to 200 megapixels; uploads that survive a lost link; time, position and depth from the file, a table or a track.',
    works: true,
    page: 'project/overview.tsx'
  },
  {
    name: 'Annotate',
    text: 'Points, boxes, outlines and sample points for percent cover, by mouse, pen, touch or keys; nothing waits for the network.',
    works: true,
    page: 'project/annotate.tsx'
  },
  {
    name: 'Review',
    text: 'Patches side by side to confirm, relabel or dispute, and blind sessions with agreement between people.',
    works: true,
    page: 'project/review.tsx'
  },
  {
    name: 'Results',
    text: 'Abundance, density, diversity, sizes and percent cover, each with its effort and its formula.',
    works: true,
    page: 'project/results.tsx'
  },
  {
    name: 'Species Catalog',
    text: 'Labels and taxa with open nomenclature, names from WoRMS, morphospecies that are named later, versions to cite.',
    works: true,
    page: 'project/catalog.tsx'
  },
  {
    name: 'Import and export',
    text: 'COCO, YOLO, Pascal VOC, CVAT, VIAME, BIIGLE, CoralNet, iFDO and Darwin Core, in and out; tables for R and spreadsheets.',
    works: true,
    page: 'project/exchange.tsx'
  },
  {
    name: 'Publication',
    text: 'The data set described once, checked against the rules of OBIS and GBIF, with sensitive places generalised.',
    works: true,
    page: 'project/publication.tsx'
  },
  {
    name: 'AI Analysis',
    text: 'Models that suggest and people who decide; every suggestion in its own colour until then.',
    works: false,
    page: 'areas/ai.tsx'
  },
  { name: 'Map', text: 'Stations, tracks and sightings on one chart.', works: false, page: 'areas/map.tsx' },
  { name: 'Journal', text: 'Field notes beside the pictures that they belong to.', works: false, page: 'areas/journal.tsx' },
  { name: 'Opportunities', text: 'Calls, free berths, grants and requests for data.', works: false, page: 'areas/opportunities.tsx' },
  { name: 'Community', text: 'Somebody to ask what this animal is.', works: false, page: 'areas/community.tsx' },
  { name: 'Organizations', text: 'The people and projects of an institute, together.', works: false, page: 'areas/new-organization.tsx' }
]

/** "AI Analysis, Map and Journal" */
export const namesOf = (some: readonly Area[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(some.map(({ name }) => name))
