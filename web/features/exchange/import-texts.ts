import type { ImportResult } from '../../../shared/contracts/exchange.ts'
import { formatCount, formatDay, formatNumber } from '../../ui/format.ts'
import { importFormatTexts } from './format-texts.ts'
import { refused, showMore, yoloTask } from './texts.ts'

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

export const texts = {
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
