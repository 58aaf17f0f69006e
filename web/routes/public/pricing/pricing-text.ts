/** Sizes of machine: where it runs, what for, what it costs. */
export const sizes: readonly (readonly string[])[] = [
  [
    'A laptop or mini PC',
    'Trying it out; one team on a cruise, without any network ashore. Copy the data folder home afterwards.',
    'Nothing new, and a second disk for the backup.'
  ],
  [
    'A small rented server',
    'A team in several places. Two cores and 4 GB of memory are a sound start; add a volume for the images.',
    'Monthly rent, and the volume by the gigabyte. The volume soon outweighs the rest.'
  ],
  [
    'A server or NAS in the lab',
    'A department. Terabytes on your own disks, on your own network, inside your own backup.',
    'Purchase, disks that are replaced every few years, electricity, and somebody’s hour now and then.'
  ],
  [
    'A server with PostgreSQL beside it',
    'An institute that already runs databases and has people for them. One setting points Isobath at it.',
    'Whatever your computing centre charges for a database, plus storage.'
  ]
]

export const needs: readonly (readonly string[])[] = [
  [
    'Field pictures in one place, with depth, time and position',
    'Yes: upload that survives bad links, embedded metadata read, tables of metadata attached by file name, zoom into large mosaics.',
    'A shared folder does it until somebody renames a file.'
  ],
  [
    'Projects, roles, and a record of who did what',
    'Yes: owner, editor and viewer; sessions, tokens, an audit log that shows tampering.',
    'Any good data platform.'
  ],
  [
    'Annotation, review and percent cover',
    'Yes: every shape, sample points, patches to review, blind sessions with agreement, results with their effort.',
    'BIIGLE, CoralNet, SQUIDLE+ and VIAME are good at it, too. Isobath reads what BIIGLE, CoralNet and VIAME export.'
  ],
  [
    'Detection by a model',
    'Not yet. Detections of other programs come in as proposals, which people confirm or reject.',
    'VIAME, or a notebook with models from the FathomNet collection.'
  ],
  [
    'Publishing to OBIS and GBIF',
    'Yes: the data set is described once, checked against their rules, and written as a Darwin Core Archive.',
    'A spreadsheet, the OBIS manual and patience; your OBIS node helps.'
  ],
  [
    'Work without internet, at sea or in the field',
    'Yes. Nothing is loaded from elsewhere; the container holds all it needs.',
    'Rare among web services.'
  ]
]

export const questions: readonly { question: string; answer: string }[] = [
  {
    question: 'Where is the catch?',
    answer:
      'In the word self-hosted. Somebody has to install it, update it, and make sure that the backup works. One container, one data folder and one command for the backup keep that small, but it is not nothing.'
  },
  {
    question: 'Who owns the data?',
    answer:
      'Whoever owned them before. They lie in a folder and a database on your machine: files as you uploaded them, named by their checksum, and tables in SQLite or PostgreSQL that any tool can open. See the [terms](/terms#your-data).'
  },
  {
    question: 'Can we leave?',
    answer:
      'Yes, without asking. Originals can be downloaded unchanged, and everything else can be read through the documented interface. If this project ended tomorrow, your installation would go on running.'
  },
  {
    question: 'Is there paid support?',
    answer: 'Not from the project. The licence allows anybody to offer it, and your institute to hire whom it likes.'
  },
  {
    question: 'What does one image really cost?',
    answer:
      'Its size, times the copies you keep, times the months you keep it, times your price per gigabyte and month. The number of people who look at it hardly matters. Deleting blurred frames before upload saves more than any choice of provider.'
  },
  {
    question: 'May a company use it?',
    answer: 'Yes: consultancies, operators, cable and wind companies too. Keep the licence and its notices with any copy that you pass on.'
  }
]
