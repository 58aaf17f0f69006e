import { type AreaName, areaNamed } from '../../areas/areas.ts'

/** Machine sizes, each with its use and its costs. */
export const sizes: readonly (readonly string[])[] = [
  ['A laptop or mini PC', 'Trying it out, or one team on a cruise with no link to shore.', 'A second disk for the backup.'],
  [
    'A small rented server',
    'A team in several places. Two cores, 4 GB of memory, and a volume for the images.',
    'Monthly rent, and the volume by the gigabyte.'
  ],
  [
    'A server or NAS in the lab',
    'A department. Terabytes on your own disks and in your own backup.',
    'The machine, its power, and an hour of work now and then.'
  ],
  [
    'A server with PostgreSQL beside it',
    'An institute that already runs databases. One setting points Isobath at them.',
    'Your computing centre’s price for a database, plus storage.'
  ]
]

interface Need {
  need: string
  /** Areas that meet the need. Until all of them are built, the answer is "Planned". */
  areas: readonly AreaName[]
  here: string
  elsewhere: string
}

const needs: readonly Need[] = [
  {
    need: 'Field images in one place, with depth, time and position',
    areas: ['Projects', 'Images'],
    here: 'Uploads that resume, embedded metadata, tables and navigation tracks, and zoom into large mosaics.',
    elsewhere: 'A shared folder, until a file is renamed.'
  },
  {
    need: 'Annotation, review and percent cover',
    areas: ['Annotate', 'Review', 'Blind sessions', 'Results'],
    here: 'Every common shape, sample points, bulk review, blind sessions with kappa, and results with their effort.',
    elsewhere: 'BIIGLE, CoralNet, SQUIDLE+ and VIAME also do this well. Isobath reads the exports of BIIGLE, CoralNet and VIAME.'
  },
  {
    need: 'Scientific names that stay correct',
    areas: ['Species Catalog'],
    here: 'A tree of labels and taxa, checked against WoRMS, with open nomenclature and versions to cite.',
    elsewhere: 'A spreadsheet and the WoRMS taxon match tool.'
  },
  {
    need: 'Labels suggested by a model',
    areas: ['AI Analysis'],
    here: 'A model learns from your labels, or you add an ONNX model. People accept or reject its suggestions.',
    elsewhere: 'VIAME, or a notebook with models from the FathomNet collection.'
  },
  {
    need: 'Annotation of video',
    areas: ['Video'],
    here: 'Frame grabs can be uploaded as images.',
    elsewhere: 'BIIGLE, SQUIDLE+, VIAME, or VARS.'
  },
  {
    need: 'Publication in OBIS and GBIF',
    areas: ['Import and export', 'Publication'],
    here: 'The dataset is described once, checked against their rules, and written as a Darwin Core Archive.',
    elsewhere: 'A spreadsheet and the OBIS manual.'
  },
  {
    need: 'Work without an internet connection, at sea or in the field',
    areas: ['Projects'],
    here: 'Nothing is loaded from other servers.',
    elsewhere: 'Rare among web services.'
  }
]

/** Rows of the table: need, state and sentence, alternatives. */
export const needRows: readonly (readonly string[])[] = needs.map(({ need, areas, here, elsewhere }) => [
  need,
  `**${areas.every(name => areaNamed(name).isBuilt) ? 'Yes.' : 'Planned.'}** ${here}`,
  elsewhere
])

export const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'Is there a catch?',
    answer: 'Only the work: you install it, update it, and check that the backup works.'
  },
  {
    question: 'Who owns the data?',
    answer:
      'The same people as before. Files stay unchanged in a folder on your machine, named by their checksum. Tables are in SQLite or PostgreSQL. See the [terms](/terms#your-data).'
  },
  {
    question: 'Can we leave?',
    answer:
      'Yes. Download the originals unchanged, export the annotations in open formats, and read the rest through the API. If this project ended tomorrow, your server would keep running.'
  },
  {
    question: 'Is there paid support?',
    answer: 'Not from the project. The licence allows anyone to offer it.'
  },
  {
    question: 'May a company use it?',
    answer: 'Yes. Keep the licence and its notices with every copy that you pass on.'
  }
]
