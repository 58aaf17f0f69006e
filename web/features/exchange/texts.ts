import type { ReactNode } from 'react'
import type { ExportFormat, ImportFormat, ImportResult } from '../../../shared/contracts/exchange.ts'
import { formatCount, formatDay, formatNumber } from '../../ui/format.ts'
import { sentence } from '../../ui/sentence.ts'

export const refused = 'The server rejected the request. Try again.'

export const yoloTask = { label: 'YOLO task', detect: 'Boxes (detect)', obb: 'Rotated boxes (obb)', segment: 'Polygons (segment)' }

export const showMore = (count: number) => `Show ${formatNumber(count, 0)} more`

/** UI strings shared by imports and exports. */
export const texts = {
  page: {
    title: 'Import and export',
    failed: 'The project could not be loaded',
    loading: 'Loading import and export',
    import: 'Import',
    export: 'Export',
    navigation: 'Navigation',
    loadingTracks: 'Loading tracks'
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

export interface FormatWords {
  name: string
  /** Content and use of the format. */
  holds: string
  /** Data that an export in this format leaves out. */
  loses: string
}

/** UI strings for the export formats. */
export const formatTexts: Record<ExportFormat, FormatWords> = {
  dwca: {
    name: 'Darwin Core Archive',
    holds: 'Occurrences by survey, station and image, with percent cover and measurements. The format for publication in OBIS and GBIF.',
    loses: 'Shapes, and labels that are not taxa.'
  },
  coco: {
    name: 'COCO',
    holds: 'Boxes, polygons and masks in one JSON file, for training.',
    loses: 'Labels of whole images. In other programs, points and lines appear as boxes, and round shapes as polygons.'
  },
  yolo: {
    name: 'YOLO',
    holds: 'One text file per image with boxes, rotated boxes or polygons, for training.',
    loses: 'Points, lines, whole-image labels, tracks, attributes, confidences, annotators and times.'
  },
  voc: {
    name: 'Pascal VOC',
    holds: 'One XML file per image with axis-aligned boxes in whole pixels.',
    loses: 'All other shapes, confidences, annotators and times.'
  },
  cvat: {
    name: 'CVAT for images',
    holds: 'All shapes with their attributes, for further work in CVAT.',
    loses: 'Annotators, times, confidences and the label tree.'
  },
  viame: {
    name: 'VIAME CSV',
    holds: 'Boxes and polygons with tracks and confidences, one per row.',
    loses: 'Whole-image labels, annotators and times.'
  },
  biigle: {
    name: 'BIIGLE CSV',
    holds: 'All shapes, the label tree, annotators and times.',
    loses: 'Confidences, tracks and holes in polygons.'
  },
  coralnet: {
    name: 'CoralNet CSV',
    holds: 'Sample points with their labels.',
    loses: 'Attributes, and everything that is not a sample point.'
  },
  ifdo: {
    name: 'iFDO',
    holds: 'Time, position, depth and all shapes of each image: an image set as a FAIR digital object.',
    loses: 'Attributes, tracks and the label tree.'
  },
  csv: {
    name: 'Table of annotations',
    holds: 'One row per annotation with all its data, as a CSV file or an Excel workbook.',
    loses: 'Nothing.'
  },
  matrix: {
    name: 'Abundance matrix',
    holds:
      'Counts with one column per taxon. Each row is an image, site, survey, depth band, day or column value. CSV file or Excel workbook.',
    loses: 'Shapes and confidences.'
  },
  cover: {
    name: 'Percent cover',
    holds:
      'Share of the sample points per taxon, with a confidence interval. Each row is one taxon in an image, site, survey, depth band, day or column value. CSV file or Excel workbook.',
    loses: 'Everything that is not a sample point.'
  },
  geojson: {
    name: 'GeoJSON',
    holds: 'One point per annotation at the position of its image, for maps.',
    loses: 'Annotations of images without a position.'
  }
}

/** Descriptions of the files that can be imported, by format. */
export const importFormatTexts: Record<ImportFormat, string> = {
  coco: 'One JSON file with boxes, polygons and run-length masks, or a bare list of results.',
  cvat: 'XML 1.1 “for images”: all shapes with their attributes.',
  biigle: 'CSV reports of image annotations and image labels. The annotation area report can also be a workbook.',
  viame: 'CSV of detections: boxes and polygons with confidences and tracks.',
  coralnet: 'CSV of sample points for percent cover, labelled by people or by the CoralNet robot.',
  yolo: 'A zip archive of the label files with data.yaml, obj.names or classes.txt.',
  voc: 'An XML file, or a zip archive with one per image.',
  ifdo: 'JSON or YAML, versions 1 and 2: annotations of still images.',
  dwca: 'A zip archive from OBIS or GBIF. Taxa are added to the catalog, and occurrences to the images they refer to.'
}

export const exportTexts = {
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
    loses: (loses: string) => `Left out: ${loses}`,
    failed: 'The export could not be started',
    refused,
    submit: (format: string) => `Export ${format}`
  },

  exportSettings: {
    include: {
      label: 'Annotations',
      description: 'The export reports how many annotations it leaves out.',
      people: 'Created or confirmed by people',
      all: 'Including unreviewed machine suggestions',
      confirmed: 'Only those confirmed in review'
    },
    leastConfidence: {
      label: 'Minimum confidence of suggestions',
      description: '0 to 1. Suggestions with a lower confidence or none are left out.',
      missing: 'Enter a minimum confidence from 0 to 1 for published suggestions.'
    },
    task: yoloTask,
    fileType: { label: 'File type', csv: 'CSV', xlsx: 'Excel workbook (XLSX)' },
    published: (link: (text: string) => ReactNode) =>
      sentence('Title, people, methods and licence are set under ', link('Publication'), '. Your choices here apply to this export only.'),
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
      description: 'The vehicle or diver that carried the camera, for example OFOS or ROV Kiel 6000.',
      missing: 'Enter the platform that carried the camera.'
    },
    sensor: { label: 'Camera', missing: 'Enter the name of the camera.' },
    uncertainty: { label: 'Position uncertainty', missing: 'Enter the maximum position error, at least 1 m.' },
    imageAddress: {
      label: 'Public URL of the images',
      description: 'File names are appended to it. Leave it empty if the images are not public.'
    },
    observations: {
      label: 'Include observations without an image',
      description: 'Observations made by the team. Accepted outside records are left out because they are already published.'
    },
    exactPositions: {
      label: 'Exact positions (internal use)',
      description: 'Otherwise the publication rules for sensitive places apply. Only owners can download a file with exact positions.'
    }
  },

  tableSettings: {
    records: 'Count',
    recordsOf: { annotations: 'Annotations', observations: 'Observations', both: 'Both' },
    outside: 'Records of other services',
    outsideLeftOut: 'Left out',
    outsideCounted: 'Counted',
    filtered: 'The table counts only what matches the filter of the Results page.',
    countAll: 'Count everything',
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
    observations: 'Observations',
    cancelled: 'Cancelled',
    losses: (count: number) => `${formatCount(count, 'kind')} of data left out or changed`,
    moreInReport: (count: number) => `and ${formatNumber(count)} more in the report`,
    downloadReport: 'Download the full report'
  }
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

const unchanged = 'Nothing was changed.'
const detectFormat = 'Detect automatically'

/** Facts about a finished import. Its annotations come first, or else its labels, or else its metadata. */
function brought(result: ImportResult): string[] {
  const { annotationCount, imageCount, newLabelCount, filledImageCount, leftOutCount, vanishedCount } = result
  return [
    ...(annotationCount > 0 ? [`${formatCount(annotationCount, 'annotation')} imported`, `On ${formatCount(imageCount, 'image')}`] : []),
    ...(newLabelCount > 0 ? [`${formatCount(newLabelCount, 'label')} added to the catalog`] : []),
    ...(filledImageCount ? [`Metadata of ${formatCount(filledImageCount, 'image')} filled in`] : []),
    ...(leftOutCount > 0
      ? [`${formatCount(leftOutCount, 'annotation')} left out with ${leftOutCount === 1 ? 'its label' : 'their labels'}`]
      : []),
    ...(vanishedCount > 0 ? [vanished(vanishedCount)] : [])
  ]
}

const vanished = (count: number) =>
  count === 1
    ? '1 annotation left out because its image has since been removed or given new sample points'
    : `${formatNumber(count, 0)} annotations left out because their images have since been removed or given new sample points`

export const importTexts = {
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
      about: importFormatTexts
    }
  },

  newImport: {
    title: 'New import',
    description: 'You will first see a preview, label by label. Nothing changes until you confirm it.',
    tooLarge: (fileName: string, limit: string) => `${fileName} is larger than ${limit}. Split it into smaller files.`,
    uploading: (fileName: string) => `Uploading ${fileName}`,
    cancel: 'Cancel',
    arrived: (fileName: string) => `${fileName} was uploaded`,
    open: 'Open the preview',
    failed: (fileName: string) => `${fileName} could not be imported`,
    refused: 'The server rejected the file.',
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
      about: 'The uploaded file will be deleted from the server. Nothing has been imported from it.'
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
    undoing: 'Undoing this import',
    unreadable: 'The file could not be read',
    unchanged,
    discard: 'Discard',
    notDiscarded: 'The import could not be discarded',
    refused,
    partlyUndone: 'The import was only partly undone',
    undoAgain: 'You can undo it again.',
    seeAnnotations: 'See them in Review',
    seeLabels: 'See them in the catalog',
    seeImages: 'See the images',
    another: 'Import another file'
  },

  /** Outcome of an import: "4 annotations imported", "Undone: 3 annotations removed, 1 label deleted". */
  outcome: (result: ImportResult): string => {
    const { undone } = result
    if (!undone) return brought(result)[0] ?? `${formatCount(0, 'annotation')} imported`
    const { removedCount, keptCount, removedLabelCount = 0, restoredImageCount = 0 } = undone
    const others = [
      ...(removedLabelCount > 0 ? [`${formatCount(removedLabelCount, 'label')} deleted`] : []),
      ...(restoredImageCount > 0 ? [`metadata of ${formatCount(restoredImageCount, 'image')} restored`] : [])
    ]
    const isOfAnnotations = removedCount + keptCount > 0 || others.length === 0
    const removed = isOfAnnotations ? [`${formatCount(removedCount, 'annotation')} removed`] : []
    return `Undone: ${[...removed, ...others].join(', ')}`
  },

  /** Facts about a finished import besides its outcome. */
  more: (result: ImportResult): string[] => brought(result).slice(1),

  /** Sentences about imported data that an undo kept. */
  kept: ({ newLabelCount, filledImageCount = 0, undone }: ImportResult): string[] => {
    const { keptCount = 0, keptLabelCount = newLabelCount, keptImageCount = filledImageCount } = undone ?? {}
    return [
      ...(keptCount > 0 ? [`${formatCount(keptCount, 'annotation')} edited since then ${keptCount === 1 ? 'stays' : 'stay'}.`] : []),
      ...(keptLabelCount > 0
        ? [`${formatCount(keptLabelCount, 'new label')} in use or changed since then ${keptLabelCount === 1 ? 'stays' : 'stay'}.`]
        : []),
      ...(keptImageCount > 0
        ? [
            `Metadata of ${formatCount(keptImageCount, 'image')} stays because it has been changed since, or because a later import covers the image.`
          ]
        : [])
    ]
  },

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
    existing: (count: number) =>
      `The images already have ${formatCount(count, 'annotation')}, which will be kept. The import only adds new ones.`,
    samplePoints: (points: number, images: number) =>
      `${formatCount(points, 'sample point')} on ${formatCount(images, 'image')}. ${points === 1 ? 'It counts' : 'They count'} towards percent cover, not as individuals.`,
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
      `${formatCount(count, 'label')} in the file, ${formatNumber(inCatalog, 0)} also in the catalog.`,
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
    legend: (count: number) => `${formatCount(count, 'annotation has', 'annotations have')} no annotator in the file`,
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
    afterImport: (count: number) =>
      `${formatCount(count, 'annotation')} will be left out with ${count === 1 ? 'its label' : 'their labels'} and listed after the import.`,
    unlabelledAfterImport: (count: number) =>
      `${formatCount(count, 'sample point')} will come without a label, so that the cover of other labels stays right.`,
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
    withoutLabel: (count: number) => `${formatCount(count, 'sample point')} without a label, because theirs was left out`,
    ofImages: (count: number) => `${formatCount(count, 'annotation')} of images that have since been removed or given new sample points`
  },

  readAgain: {
    format: 'Format',
    detectFormat,
    countedFrom: 'Pixel numbering starts at',
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
    until: (time: string) => `possible until ${formatDay(time)}`,
    title: (fileName: string) => `Undo the import of ${fileName}?`,
    confirm: 'Undo import',
    annotations: (count: number) =>
      count === 1
        ? '1 annotation will be removed, unless it has been edited since.'
        : `${formatNumber(count, 0)} annotations will be removed, except those edited since the import.`,
    labels: (count: number) =>
      count === 1
        ? '1 new label will be deleted, unless it is in use or has been changed.'
        : `${formatNumber(count, 0)} new labels will be deleted, except those in use or changed.`,
    facts: (count: number) =>
      `The metadata filled in for ${formatCount(count, 'image')} will be removed, except values changed since the import.`,
    coverage: 'Its images will no longer count as covered by this file.',
    failed: 'The import could not be undone',
    refused
  }
}
