import type { ReactNode } from 'react'
import type { ExportFormat, ImportFormat, ImportResult } from '../../../shared/contracts/exchange.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'

export interface FormatWords {
  name: string
  /** Its content and use. */
  holds: string
  /** Data that an export in this format leaves out. */
  loses: string
}

const formats: Record<ExportFormat, FormatWords> = {
  dwca: {
    name: 'Darwin Core Archive',
    holds: 'Occurrences by survey, station and image, with percent cover and measurements: what OBIS and GBIF publish.',
    loses: 'Shapes, and labels that are not taxa.'
  },
  coco: {
    name: 'COCO',
    holds: 'Boxes, polygons and masks in one JSON file, for training.',
    loses: 'Labels of whole images. Points, lines and round shapes are exact only in Isobath.'
  },
  yolo: {
    name: 'YOLO',
    holds: 'A text file per image with boxes, rotated boxes or polygons, for training.',
    loses: 'Points, lines, annotators and times, confidences, attributes.'
  },
  voc: {
    name: 'Pascal VOC',
    holds: 'An XML file per image with upright boxes in whole pixels.',
    loses: 'All other shapes, confidences, annotators and times.'
  },
  cvat: {
    name: 'CVAT for images',
    holds: 'All shapes with their attributes, to continue in CVAT.',
    loses: 'Annotators and times, confidences, the label tree.'
  },
  viame: {
    name: 'VIAME CSV',
    holds: 'Boxes and polygons with tracks and confidences, one per row.',
    loses: 'Labels of whole images, annotators and times.'
  },
  biigle: {
    name: 'BIIGLE CSV',
    holds: 'All shapes, the label tree, annotators and times.',
    loses: 'Confidences, tracks, holes in polygons.'
  },
  coralnet: {
    name: 'CoralNet CSV',
    holds: 'Sample points with their labels.',
    loses: 'Attributes, and everything that is not a sample point.'
  },
  ifdo: {
    name: 'iFDO',
    holds: 'Time, position and depth of each image with all shapes: an image set as a FAIR object.',
    loses: 'Attributes, tracks, the label tree.'
  },
  csv: {
    name: 'Table of annotations',
    holds: 'A row per annotation with all its data, as CSV or Excel workbook.',
    loses: 'Nothing.'
  },
  matrix: {
    name: 'Abundance matrix',
    holds: 'Counts with a column per taxon and a row per image, site, depth band, day or column value, as CSV or Excel workbook.',
    loses: 'Shapes and confidences.'
  },
  cover: {
    name: 'Percent cover',
    holds:
      'A row per taxon in each image, site, depth band or day: its share of the sample points with intervals, as CSV or Excel workbook.',
    loses: 'Everything that is not a sample point.'
  },
  geojson: {
    name: 'GeoJSON',
    holds: 'A point per annotation at the position of its image, for maps.',
    loses: 'Annotations of images without a position.'
  }
}

const importFormats: Record<ImportFormat, string> = {
  coco: 'One JSON file with boxes, polygons and run-length masks, or a bare list of results.',
  cvat: 'XML 1.1 “for images”: all shapes with their attributes.',
  biigle: 'CSV reports of image annotations and image labels; the report of annotation areas also as a workbook.',
  viame: 'CSV of detections: boxes and polygons with confidences and tracks.',
  coralnet: 'CSV of sample points for percent cover, labelled by people or by the CoralNet robot.',
  yolo: 'A zip archive with data.yaml, obj.names or classes.txt and the label files.',
  voc: 'An XML file, or a zip archive with one per image.',
  ifdo: 'JSON or YAML, versions 1 and 2: annotations of still images.',
  dwca: 'A zip archive from OBIS or GBIF: taxa are added to the catalog, occurrences to the images that they name.'
}

const factNames = {
  timeCount: 'time',
  clockCount: 'time without a time zone',
  positionCount: 'position',
  depthCount: 'depth',
  altitudeCount: 'height above the sea floor',
  headingCount: 'heading',
  areaCount: 'area'
}

const refused = 'The server refused. Try again.'
const unchanged = 'Nothing was changed.'
const detectFormat = 'Detect automatically'
const yoloTask = { label: 'YOLO task', detect: 'Boxes (detect)', obb: 'Rotated boxes (obb)', segment: 'Polygons (segment)' }
const showMore = (count: number) => `Show ${formatNumber(count, 0)} more`

export const texts = {
  formats,

  page: {
    title: 'Import and export',
    failed: 'The project could not be loaded',
    loading: 'Loading import and export',
    import: 'Import',
    export: 'Export',
    navigation: 'Navigation',
    loadingTracks: 'Loading tracks'
  },

  importPanel: {
    readOnly: 'You can view past imports. Only editors and owners of the project can import files.',
    title: 'Imports',
    failed: 'The imports could not be loaded',
    loading: 'Loading imports',
    empty: 'No imports yet. Choose a file above to start.',
    emptyReadOnly: 'No imports yet.',
    formats: {
      title: 'Formats',
      description: 'Supported files. Images are matched by file name, so add them to the project first.',
      about: importFormats
    }
  },

  newImport: {
    title: 'New import',
    description: 'You first see a preview, label by label. Nothing changes until you confirm it.',
    tooLarge: (fileName: string, limit: string) => `${fileName} is larger than ${limit}. Split it into smaller files.`,
    uploading: (fileName: string) => `Uploading ${fileName}`,
    cancel: 'Cancel',
    failed: (fileName: string) => `${fileName} could not be imported`,
    refused: 'The server refused the file.',
    unchanged,
    drop: 'Drop an annotation file here',
    accepted: (limit: string) => `JSON, YAML, CSV, XML or a zip archive, up to ${limit}.`,
    choose: 'Choose a file',
    format: 'Format',
    detectFormat
  },

  importList: {
    preview: 'Preview',
    open: 'Open',
    actionOf: (action: string, fileName: string) => `${action}: ${fileName}`,
    discard: {
      title: 'Discard this import?',
      confirm: 'Discard import',
      about: 'The uploaded file will be deleted from the server. Nothing was imported from it.'
    },
    remove: {
      title: 'Remove this import from the list?',
      confirm: 'Remove import',
      aboutApplied: 'Its annotations stay, but the import can no longer be undone. Its list of findings will be deleted.',
      aboutUndone: 'Its list of findings will be deleted.'
    },
    reading: 'Reading',
    importing: 'Importing',
    undoing: 'Undoing',
    ready: 'Needs confirmation',
    partlyUndone: (failure: string) => `The import was only partly undone: ${failure}`
  },

  import: {
    all: 'All imports',
    failed: 'The import could not be loaded',
    loading: 'Loading import',
    reading: (fileName: string) => `Reading ${fileName}`,
    importing: 'Importing (all or nothing)',
    undoing: 'Removing the annotations of this import',
    unreadable: 'The file could not be read',
    unchanged,
    discard: 'Discard',
    notDiscarded: 'The import could not be discarded',
    refused,
    partlyUndone: 'The import was only partly undone',
    undoAgain: 'You can undo it again.',
    seeAnnotations: 'See them in Review',
    seeLabels: 'See them in the catalog',
    another: 'Import another file'
  },

  /** "4 annotations imported", "Undone: 3 annotations removed; 1 edited since then stays". */
  outcome: ({ annotationCount, undone }: ImportResult): string => {
    if (!undone) return `${formatCount(annotationCount, 'annotation')} imported`
    const { removedCount, keptCount } = undone
    const removed = formatCount(removedCount, 'annotation')
    if (keptCount === 0) return `Undone: ${removed} removed`
    return `Undone: ${removed} removed; ${keptCount} edited since then ${keptCount === 1 ? 'stays' : 'stay'}`
  },

  /** Facts of a finished import, each as a sentence. */
  imported: {
    images: (count: number) => `On ${formatCount(count, 'image')}`,
    labels: (count: number) => `${formatCount(count, 'label')} added to the catalog`,
    filled: (count: number) => `Metadata of ${formatCount(count, 'image')} filled in`,
    leftOut: (count: number) =>
      count === 1 ? '1 annotation left out with its label' : `${formatNumber(count, 0)} annotations left out with their labels`,
    vanished: (count: number) =>
      count === 1
        ? '1 annotation left out because its image was removed or given new sample points in the meantime'
        : `${formatNumber(count, 0)} annotations left out because their images were removed or given new sample points in the meantime`
  },

  /** Sentences about imported things that an undo keeps. */
  kept: ({ newLabelCount, filledImageCount = 0 }: ImportResult): string[] => [
    ...(newLabelCount > 0
      ? [newLabelCount === 1 ? '1 new label stays in the catalog.' : `${formatNumber(newLabelCount, 0)} new labels stay in the catalog.`]
      : []),
    ...(filledImageCount > 0 ? [`The metadata filled in for ${formatCount(filledImageCount, 'image')} stays.`] : [])
  ],

  preview: {
    failed: 'The import failed',
    unchanged,
    annotations: (count: number) => (count === 1 ? 'annotation to import' : 'annotations to import'),
    images: (count: number) => `of ${formatCount(count, 'image')} matched`,
    newLabels: (count: number) => (count === 1 ? 'new label' : 'new labels'),
    leftOut: (count: number) => (count === 1 ? 'entry left out' : 'entries left out'),
    unmatched: (images: number, annotations: number) =>
      images === 1
        ? `1 image in the file is not in this project, so ${formatCount(annotations, 'annotation')} cannot be imported. Add the image, then read the file again.`
        : `${formatNumber(images, 0)} images in the file are not in this project, so ${formatCount(annotations, 'annotation')} cannot be imported. Add the images, then read the file again.`,
    andMore: (count: number) => `and ${formatNumber(count, 0)} more`,
    existing: (count: number) => `The images already have ${formatCount(count, 'annotation')}. They stay; the import adds to them.`,
    samplePoints: (points: number, images: number) =>
      `${formatCount(points, 'sample point')} on ${formatCount(images, 'image')}. They count towards percent cover, not as individuals.`,
    notSaved: 'Your change could not be saved',
    refused,
    readAgain: 'Read the file again',
    readAgainAbout: 'Read it in another format, or match images added since the upload. Your choices above are reset.',
    notStarted: 'The import could not be started',
    nothing: 'Nothing to import',
    importAnnotations: (count: number) => `Import ${formatCount(count, 'annotation')}`,
    addLabels: (count: number) => `Add ${formatCount(count, 'label')}`,
    fillImages: (count: number) => `Fill in metadata of ${formatCount(count, 'image')}`
  },

  labels: {
    title: 'Labels',
    addUnknown: 'Add all unknown',
    leaveOutUnknown: 'Leave out all unknown',
    about: (count: number, inCatalog: number) =>
      `${formatCount(count, 'label')} in the file, ${formatNumber(inCatalog, 0)} of them in the catalog.`,
    find: 'Find a label in the file',
    table: 'Labels in the file',
    nameColumn: 'In the file',
    countColumn: 'Annotations',
    targetColumn: 'Import as',
    none: (text: string) => `No label in the file matches “${text}”.`,
    showMore,
    choose: (name: string) => `Map “${name}” to`,
    ambiguous: 'several match',
    unnamed: 'a label in the catalog',
    target: (name: string) => `Import “${name}” as`,
    new: 'New label',
    leaveOut: 'Leave out',
    another: 'Another label in the catalog…'
  },

  people: {
    title: 'Annotators',
    find: 'Find a person in the file',
    table: 'People in the file',
    nameColumn: 'In the file',
    countColumn: 'Annotations',
    targetColumn: 'Import as',
    target: (name: string) => `Import annotations by ${name} as`,
    keepName: 'A person without an account (keep the name)',
    program: 'A program',
    none: (text: string) => `No one in the file matches “${text}”.`,
    showMore
  },

  unnamed: {
    legend: (count: number) => `The file names no annotator for ${formatCount(count, 'annotation')}`,
    people: 'People',
    peopleAbout: 'If you leave the name empty, yours is used.',
    program: 'A program',
    programAbout: 'These annotations stay unconfirmed until a person reviews them.',
    name: 'Name',
    nameAbout: 'The model and its version. Describe it under Publication.'
  },

  facts: {
    title: 'Image metadata',
    fill: 'Fill in missing image metadata',
    names: factNames,
    about: (images: number, list: string) =>
      `The file has values that ${formatCount(images, 'image')} ${images === 1 ? 'lacks' : 'lack'}: ${list}. Existing values stay.`
  },

  findings: {
    title: 'Changed or left out',
    none: 'Nothing in the file is changed or left out.',
    noneElse: 'Nothing else in the file is changed or left out.',
    afterImport: (count: number) => `${formatCount(count, 'annotation')} of labels that you leave out will be listed after the import.`,
    download: 'Download all as CSV',
    leftOut: (count: number) => `${formatCount(count, 'entry', 'entries')} left out.`,
    changed: (count: number) => `${formatCount(count, 'entry', 'entries')} changed.`,
    first: (count: number) => `The first ${count} are shown.`,
    times: (count: number) => `${formatNumber(count, 0)} times`,
    morePlaces: (count: number) => `and ${formatNumber(count, 0)} more`,
    csv: 'The CSV lists them all.',
    table: 'Findings',
    messageColumn: 'Finding',
    placeColumn: 'Place in the file',
    outcomeColumn: 'Outcome',
    isChanged: 'changed',
    isLeftOut: 'left out',
    place: (row: number | null, column: string | null) =>
      row === null ? (column === null ? '' : `column ${column}`) : column === null ? `line ${row}` : `line ${row}, column ${column}`,
    ofLabels: (count: number) => `${formatCount(count, 'annotation')} of labels that were left out`,
    ofImages: (count: number) =>
      `${formatCount(count, 'annotation')} of images that were removed or given new sample points in the meantime`
  },

  readAgain: {
    format: 'Format',
    detectFormat,
    countedFrom: 'Number of the first pixel',
    task: yoloTask,
    detectTask: detectFormat,
    failed: 'The file could not be read again',
    refused,
    submit: 'Read again'
  },

  undo: {
    button: 'Undo',
    buttonOfOpen: 'Undo this import',
    buttonOf: (fileName: string) => `Undo the import of ${fileName}`,
    title: (fileName: string) => `Undo the import of ${fileName}?`,
    confirm: 'Undo import',
    annotations: (count: number) =>
      count === 1
        ? '1 annotation will be removed, unless it was edited since.'
        : `${formatNumber(count, 0)} annotations will be removed, except those edited since.`,
    coverage: 'Its images will no longer count as covered by this file.',
    failed: 'The import could not be undone',
    refused
  },

  exportPanel: {
    readOnly: 'You can download exports. Only editors and owners of the project can create them.',
    title: 'Exports',
    description: 'Exports are kept for 30 days. You can create them again at any time.',
    failed: 'The exports could not be loaded',
    loading: 'Loading exports',
    empty: 'No exports yet. Choose a format above to create one.',
    emptyReadOnly: 'No exports yet.'
  },

  newExport: {
    title: 'New export',
    format: 'Format',
    loses: (loses: string) => `Loses: ${loses}`,
    failed: 'The export could not be started',
    refused,
    submit: (format: string) => `Export ${format}`
  },

  exportSettings: {
    include: {
      label: 'Annotations',
      description: 'The export counts the annotations that it leaves out.',
      people: 'Made or confirmed by people',
      all: 'Also unreviewed machine suggestions',
      confirmed: 'Only those confirmed in review'
    },
    leastConfidence: {
      label: 'Minimum confidence of suggestions',
      description: '0 to 1. Suggestions below it or without a confidence are left out.',
      missing: 'Enter a minimum confidence for published suggestions, 0 to 1.'
    },
    task: yoloTask,
    fileType: { label: 'File type', csv: 'CSV', xlsx: 'Excel workbook (XLSX)' },
    published: (link: (text: string) => ReactNode) => (
      <>Title, people, methods and licence are set under {link('Publication')}. Your choices here apply to this export only.</>
    ),
    license: {
      label: 'Licence',
      missing: 'Choose a licence for the data.',
      published: (license: string) => `As in Publication: ${license}`,
      choose: 'Choose…',
      names: {
        'CC0-1.0': 'CC0: no conditions',
        'CC-BY-4.0': 'CC BY 4.0: attribution',
        'CC-BY-NC-4.0': 'CC BY-NC 4.0: attribution, non-commercial use only'
      }
    },
    organizationName: 'Institution',
    platform: {
      label: 'Platform',
      description: 'Carrier of the camera, such as OFOS, ROV Kiel 6000 or a diver.',
      missing: 'Enter the platform that carried the camera.'
    },
    sensor: { label: 'Camera', missing: 'Enter the camera.' },
    uncertainty: { label: 'Uncertainty of positions', missing: 'Enter the largest error of a position, at least 1 m.' },
    imageAddress: {
      label: 'Public URL of the images',
      description: 'File names are appended to it. Leave it empty if the images are not public.'
    },
    exactPositions: {
      label: 'Exact positions (internal use)',
      description: 'Otherwise the publication rules for sensitive places apply. Only owners can download a file with exact positions.'
    }
  },

  tableSettings: {
    groupBy: 'One row per',
    groupings: { image: 'Image', site: 'Site', survey: 'Survey', depthBand: 'Depth band', date: 'Day (UTC)' } as Record<string, string>,
    valueOf: (column: string) => `Column ${column}`,
    bandWidth: 'Depth band width',
    rank: 'Count taxa by',
    asLabelled: 'Label',
    individuals: 'Individuals',
    onePerAnnotation: 'One per annotation',
    from: (attribute: string) => `From ${attribute}`,
    unscorable: (names: string[]) =>
      names.length === 0 ? 'Unscorable sample points: none left out' : `Unscorable sample points left out: ${names.join(', ')}`
  },

  exportList: {
    download: 'Download',
    downloadOf: (fileName: string) => `Download ${fileName}`,
    delete: {
      title: 'Delete this export?',
      confirm: 'Delete export',
      about: (fileName: string) => `${fileName} will be deleted for everyone. The annotations stay, and you can export them again.`
    },
    writing: 'Writing',
    cancelled: 'Cancelled',
    losses: (count: number) => `${formatCount(count, 'kind')} of data left out or changed`,
    moreInReport: (count: number) => `and ${formatNumber(count)} more in the report`,
    downloadReport: 'Download the full report'
  },

  fileList: {
    delete: (fileName: string) => `Delete ${fileName}`,
    notDeleted: (fileName: string) => `${fileName} could not be deleted`,
    notDownloaded: (fileName: string) => `${fileName} could not be downloaded`,
    refused
  },

  job: {
    waiting: (label: string) => `${label}: waiting in the queue`,
    cancel: 'Cancel'
  }
}
