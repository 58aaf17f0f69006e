import type { Manifest, ManifestLabel, ModelTask, UploadedModelState } from '../../../../shared/contracts/uploaded-models.ts'
import { formatCount, formatNumber } from '../../../ui/format.ts'

export const texts = {
  list: {
    title: 'Your team’s models',
    description:
      'ONNX models that your team adds, such as a detector or a segmentation model. A version never changes after its first run.',
    loading: 'Loading your team’s models',
    failed: 'Your team’s models could not be loaded',
    table: 'Your team’s models',
    drop: 'Drop an ONNX model here',
    about: (bytes: number) =>
      `One .onnx file of up to ${formatNumber(bytes / 1024 ** 2, 0)} MiB. An interrupted upload resumes where it stopped.`,
    choose: 'Choose a model',
    sending: (name: string) => `Uploading ${name}`,
    cancel: 'Cancel the upload',
    stopped: (name: string, reason: string) => `The upload of ${name} has stopped. ${reason}`,
    resume: 'Resume the upload',
    interrupted: (name: string) => `The upload of ${name} was interrupted. Choose the same file again to resume.`,
    dismiss: 'Dismiss',
    arrived: (name: string) => `${name} was added to your team’s models`,
    refused: 'The model could not be added',
    none: 'Your team has not added any models yet.',
    name: 'Model',
    state: 'State',
    license: 'Licence',
    speed: 'Time per image',
    size: 'Size',
    added: 'Added',
    milliseconds: (ms: number) => (ms >= 1000 ? `${formatNumber(ms / 1000, 1)} s` : `${formatNumber(ms, 0)} ms`),
    who: {
      administrators: 'Models can be added by server administrators who are editors of the project.',
      owners: 'Models can be added by project owners and server administrators.'
    },
    fault: (reason: string) => `Your team’s models cannot run on this server: ${reason}. Everything else works.`
  },
  fetching: {
    open: 'Fetch from a web address',
    title: 'Fetch a model from a web address',
    confirm: 'Fetch',
    address: 'Address',
    addressAbout: (bytes: number) => `The https address of one .onnx file of up to ${formatNumber(bytes / 1024 ** 2, 0)} MiB.`,
    notHttps: 'Enter an address that begins with https://',
    sha256: 'SHA-256',
    sha256About: 'The checksum that the publisher states. A file with another checksum is not added.',
    notSha256: 'A SHA-256 has 64 digits from 0 to 9 and a to f',
    notStarted: 'The model could not be fetched',
    active: (name: string) => `Fetching ${name}`,
    again: (reason: string) => `Trying again: ${reason}`,
    size: (done: number, total: number) => `${formatNumber(done, 0)} of ${formatNumber(total, 0)} MiB`,
    cancel: 'Cancel',
    failed: (name: string, reason: string) => `${name} could not be fetched. ${reason}.`,
    retry: 'Try again',
    show: 'Open the model',
    off: 'This server does not fetch models from web addresses. Its operator can allow it.',
    offline: 'This server is offline, so it fetches no models from web addresses.'
  },
  states: {
    needs_manifest: 'Needs details',
    dry_run: 'Testing',
    ready: 'Ready',
    retired: 'Retired'
  } satisfies Record<UploadedModelState, string>,
  decoder: 'Decoder',
  tasks: {
    classify: 'Labels for points and areas',
    detect: 'Boxes',
    segment_instance: 'Outlines of objects',
    segment_semantic: 'Outlines of regions',
    embed: 'Features of crops',
    interactive: 'Outline what is clicked (a pair of files)'
  } satisfies Record<ModelTask, string>,
  card: {
    loading: 'Loading the model',
    failed: 'The model could not be loaded',
    all: 'All models',
    title: (name: string, version: string | null) => (version ? `${name} ${version}` : name),
    isDecoder: 'This file is the decoder of an interactive pair. Choose it in the details of its encoder.',
    lastFailure: (reason: string) => `The test run failed. ${reason}.`,
    testing: 'Testing the model',
    testingAbout: 'The test starts when the current run has ended.',
    cancelTest: 'Cancel the test',
    facts: 'File and test',
    file: 'File',
    hash: 'SHA-256',
    manifestHash: 'Manifest, SHA-256',
    opset: 'Opset',
    input: 'Input',
    prompts: 'Further inputs',
    outputs: 'Outputs',
    task: 'Result',
    decoder: 'Decoder',
    license: 'Licence',
    source: 'Source',
    speed: 'Time per image on this server',
    cropSpeed: 'Time per crop on this server',
    dimensions: 'Values per crop',
    clickSpeed: 'Time per click on this server',
    memory: 'Peak memory',
    runtime: 'Runtime',
    runtimeWords: (version: string, threads: number) => `onnxruntime ${version}, ${formatCount(threads, 'thread')}`,
    megabytes: (mb: number) => `${formatNumber(mb, 0)} MB`,
    preview: 'Test on the newest image',
    previewAbout: (count: number) =>
      `${formatCount(count, 'result')} on this image. Compare ${count === 1 ? 'it' : 'them'} with what you can see.`,
    clickPreview: (isFound: boolean) =>
      isFound
        ? 'The outline of a click in the middle of this image. Compare it with what you can see.'
        : 'The model found no object at a click in the middle of this image.',
    previewPicture: 'The newest image, with the outlines that the model found',
    run: 'Run on images',
    runAbout: 'The model makes suggestions on each image. Nothing becomes data until a person accepts it.',
    images: 'Images',
    untouched: 'Without annotations',
    allImages: 'All images, including those with annotations',
    onShapes: 'The model suggests labels for points and areas that have none.',
    readLicense: (license: string) => `I have read the licence of this model: ${license}`,
    start: 'Start the run',
    notStarted: 'The run could not be started',
    changeDetails: 'Change the details',
    keepDetails: 'Cancel changes',
    retire: 'Retire',
    restore: 'Restore',
    remove: 'Remove',
    notChanged: 'The model could not be changed'
  },
  outlining: {
    title: 'Outlines in Annotate',
    before: 'After you have read the licence, the pair can outline objects in Annotate.',
    use: 'Use in Annotate',
    inUse:
      'In Annotate, “Outline” (M) uses the newest pair whose licence was read: for a box, and for the clicks that correct an outline. When no pair is left, Annotate outlines with its built-in method.',
    notUsed: 'The pair could not be put to use'
  },
  embedding: {
    title: 'Features for learning',
    before: 'After you have read the licence, runs can use the features of this model.',
    use: 'Use the features',
    inUse:
      'The tasks of AI Analysis offer these features: for training a version, for checking labels and for finding similar crops. The model itself suggests nothing.',
    toTasks: 'Open the tasks',
    notUsed: 'The features could not be put to use'
  },
  mapping: {
    title: 'Labels',
    about:
      'A suggestion can be accepted only after its label is mapped to a catalog label. Labels with the same name or AphiaID are mapped automatically.',
    ofModel: 'In the model',
    ofCatalog: 'In the catalog',
    actions: 'Actions',
    notMapped: 'Not mapped',
    ignored: 'Never suggested',
    choose: 'Choose',
    change: 'Change',
    chooseName: (name: string) => `Choose a label for ${name}`,
    changeName: (name: string) => `Change the label for ${name}`,
    clear: 'Clear',
    clearName: (name: string) => `Clear the label for ${name}`,
    notSaved: 'The label could not be mapped'
  },
  form: {
    title: 'Model details',
    about: 'The file does not contain all details. The fields contain best guesses: check them against the model’s documentation.',
    name: 'Name',
    version: 'Version',
    license: 'Licence',
    licenseAbout: 'As stated by its authors, for example CC-BY-4.0 or AGPL-3.0.',
    source: 'Source',
    task: 'Result',
    decode: 'Output format',
    outputs: 'Outputs, in order',
    width: 'Input width',
    height: 'Input height',
    layout: 'Axis order',
    channels: 'Channel order',
    resize: 'Fit',
    resizes: {
      letterbox: 'Whole image with padding',
      stretch: 'Stretched',
      shortest_crop: 'Centre crop',
      corner: 'Whole image, top left'
    } satisfies Record<Manifest['input']['resize'], string>,
    decoder: 'Decoder',
    noDecoder: 'Add the decoder file as a model too. It then appears here.',
    sameName: (fileName: string, digits: string) => `${fileName} (${digits})`,
    pad: 'Padding value',
    scale: 'Pixel value scale',
    mean: 'Mean per channel',
    std: 'Standard deviation per channel',
    window: 'Window around a point, in pixels of the image',
    token: 'Vector of several tokens',
    tokens: { mean: 'Mean of all tokens', cls: 'First token' } satisfies Record<NonNullable<Manifest['output']['token']>, string>,
    conf: 'Minimum probability',
    iou: 'Maximum overlap (IoU)',
    minArea: 'Minimum region size, in pixels of the output map',
    tiling: 'Split large images into tiles',
    labels: 'Labels, one per line',
    labelsAbout: 'In the model’s order. Add “| aphia:123080” for a taxon, or “| ignore” for a background class.',
    test: 'Test the model',
    refused: 'The details could not be saved'
  }
}

const inOneLine = (name: string) => name.replace(/[|\s]+/g, ' ').trim()

/** Converts labels to text, one label per line. */
export const labelLines = (labels: readonly ManifestLabel[]): string =>
  labels.map(({ name, taxon, ignore }) => [inOneLine(name), taxon, ignore && 'ignore'].filter(Boolean).join(' | ')).join('\n')

export function labelsOfLines(text: string): ManifestLabel[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map((line, index) => {
      const [name = '', ...facts] = line.split('|').map(part => part.trim())
      const taxon = facts.find(fact => fact.startsWith('aphia:'))
      return { index, name, ...(taxon && { taxon }), ...(facts.includes('ignore') && { ignore: true }) }
    })
}
