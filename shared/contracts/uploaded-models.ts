import { type Static, Type } from 'typebox'
import { ModelAudits } from './acceptance-audits.ts'
import { exampleId, Id, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'
import { Shape } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })
const Share = Type.Number({ minimum: 0, maximum: 1 })
const closed = { additionalProperties: false }

/** Maximum number of classes of a model. */
export const modelLabelLimit = 5000

export type ModelTask = Static<typeof ModelTask>
/**
 * `classify`: labels for points and areas; `detect`: boxes; `segment_instance` and `segment_semantic`: outlines; `embed`: features of points and
 * areas, from which versions learn labels; `interactive`: outlines of what people click, by a pair of files. The encoder reads an image once,
 * and the decoder then outlines what each click is on.
 */
export const ModelTask = Type.Enum(['classify', 'detect', 'segment_instance', 'segment_semantic', 'embed', 'interactive'])

export type Decode = Static<typeof Decode>
/** Method of decoding the outputs of a model into labels, boxes, outlines or features. */
export const Decode = Type.Enum([
  'softmax',
  'logits',
  'sigmoid',
  'yolo5',
  'yolo8',
  'yolo_e2e',
  'detr_pair',
  'rtdetr',
  'tv_triple',
  'yolo8_seg',
  'yolo_e2e_seg',
  'semantic',
  'embedding',
  'prompt'
])

const Side = Type.Integer({ minimum: 8, maximum: 8192 })
const PerChannel = Type.Array(Type.Number({ minimum: -1000, maximum: 1000 }), { minItems: 3, maxItems: 3 })
const TensorName = Type.String({ minLength: 1, maxLength: 300 })
/** SHA-256 in lower-case hex. */
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the decoder of an interactive pair' })

export type ModelInput = Static<typeof ModelInput>
/** Input of a model. A value is `(pixel · scale − mean) / std`, with pixels from 0 to 255. */
export const ModelInput = Type.Object(
  {
    name: TensorName,
    layout: Type.Enum(['NCHW', 'NHWC']),
    dtype: Type.Enum(['float32', 'uint8', 'float16']),
    size: Type.Array(Side, { minItems: 2, maxItems: 2, description: 'width and height in pixels' }),
    channels: Type.Enum(['RGB', 'BGR']),
    resize: Type.Enum(['letterbox', 'stretch', 'shortest_crop', 'corner'], {
      description:
        'letterbox: whole image with a border; stretch: changes the aspect; shortest_crop: centre crop with the input aspect; corner: whole image at the top left, followed by zeros'
    }),
    pad: Type.Integer({ minimum: 0, maximum: 255, description: 'pixel value of the border' }),
    scale: Type.Number({ exclusiveMinimum: 0, maximum: 1000 }),
    mean: PerChannel,
    std: Type.Array(Type.Number({ exclusiveMinimum: 0, maximum: 1000 }), { minItems: 3, maxItems: 3 })
  },
  closed
)

export type ModelOutput = Static<typeof ModelOutput>
export const ModelOutput = Type.Object(
  {
    decode: Decode,
    names: Type.Array(TensorName, { minItems: 1, maxItems: 3, description: 'outputs in the order that the decode expects' }),
    conf: Type.Number({ minimum: 0, maximum: 1, description: 'minimum probability' }),
    iou: Type.Number({ minimum: 0, maximum: 1, description: 'intersection over union above which the less probable box is dropped' }),
    maxDetections: Type.Integer({ minimum: 1, maximum: 1000 }),
    classAgnosticNms: Type.Boolean(),
    token: Type.Optional(
      Type.Enum(['cls', 'mean'], {
        description: 'embedding: for an output [1, tokens, values], the first token or the mean of all; default: the mean'
      })
    ),
    hasNoObject: Type.Optional(Type.Boolean({ description: 'detr_pair: the last class is "no object"' })),
    minArea: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'smallest region, in cells of the map' })
  },
  closed
)

export type ManifestLabel = Static<typeof ManifestLabel>
export const ManifestLabel = Type.Object(
  {
    index: Type.Integer({ minimum: 0, maximum: 100_000 }),
    name: Type.String({ minLength: 1, maxLength: 300 }),
    taxon: Type.Optional(Type.String({ pattern: '^aphia:[1-9][0-9]{0,9}$', description: 'AphiaID in WoRMS' })),
    ignore: Type.Optional(Type.Boolean({ description: 'never suggested, such as a background' }))
  },
  closed
)

export type Manifest = Static<typeof Manifest>
/** Manifest of a model, with a description of the model's input and outputs. The manifest never changes after the first run. */
export const Manifest = Type.Object(
  {
    schema: Type.Literal(1),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    version: Type.String({ minLength: 1, maxLength: 40 }),
    task: ModelTask,
    license: Type.String({ minLength: 1, maxLength: 200 }),
    source: Type.Optional(Type.String({ maxLength: 500 })),
    citation: Type.Optional(Type.String({ maxLength: 2000 })),
    input: ModelInput,
    output: ModelOutput,
    labels: Type.Array(ManifestLabel, {
      maxItems: modelLabelLimit,
      description: 'empty for an embedding model or an interactive pair only'
    }),
    decoder: Type.Optional(Sha256),
    tiling: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean(),
          tile: Side,
          overlap: Type.Number({ minimum: 0, maximum: 0.5, description: 'share of a tile' }),
          maxTiles: Type.Integer({ minimum: 1, maximum: 1000 })
        },
        closed
      )
    ),
    crop: Type.Optional(Type.Object({ fine: Type.Integer({ minimum: 8, maximum: 4096, description: 'window side in pixels' }) }, closed)),
    notes: Type.Optional(Type.String({ maxLength: 5000 }))
  },
  closed
)

export type TensorFacts = Static<typeof TensorFacts>
export const TensorFacts = Type.Object({
  name: Type.String(),
  dtype: Type.String(),
  shape: Type.Array(Nullable(Type.Integer()), { description: 'null: any size' })
})

export type Inspection = Static<typeof Inspection>
/** Facts of a model file, read without running it. */
export const Inspection = Type.Object({
  irVersion: Count,
  opset: Count,
  producer: Type.String(),
  input: TensorFacts,
  outputs: Type.Array(TensorFacts),
  nodeCount: Count,
  weightCount: Count,
  metadata: Type.Record(Type.String(), Type.String()),
  warnings: Type.Array(Type.String()),
  prompts: Type.Optional(
    Type.Array(TensorFacts, { description: 'inputs beside `input`; only the decoder of an interactive pair has them' })
  ),
  address: Type.Optional(Type.String({ description: 'web address that the file came from, without its query' }))
})

export type DryRun = Static<typeof DryRun>
/** Test run on a grey and a noise image, and the measured speed. */
export const DryRun = Type.Object({
  msPerItem: Type.Number({ minimum: 0, description: 'median of 3 runs' }),
  msPerClick: Type.Optional(Type.Number({ minimum: 0, description: 'median of 3 runs of the decoder of an interactive pair' })),
  dimensions: Type.Optional(Type.Integer({ minimum: 1, description: 'number of values in a vector of an embedding model' })),
  peakMb: Type.Number({ minimum: 0 }),
  provider: Type.String(),
  threads: Type.Integer({ minimum: 1 }),
  runtime: Type.String(),
  at: Timestamp,
  preview: Nullable(
    Type.Object({
      mediaId: Id,
      width: Type.Integer({ minimum: 1 }),
      height: Type.Integer({ minimum: 1 }),
      found: Type.Array(Type.Object({ shape: Shape, name: Type.String(), probability: Share }))
    }),
    {
      description: 'outcome on the newest readable image; null for classification or embedding, or if none of the newest images is readable'
    }
  )
})

export type UploadedModelState = Static<typeof UploadedModelState>
export const UploadedModelState = Type.Enum(['needs_manifest', 'dry_run', 'ready', 'retired'])

export type UploadedModel = Static<typeof UploadedModel>
/** Version of a model that a team uploaded. */
export const UploadedModel = Type.Object({
  id: Id,
  state: UploadedModelState,
  name: Type.String(),
  version: Nullable(Type.String()),
  task: Nullable(ModelTask),
  isDecoder: Type.Boolean({ description: 'whether the file is the decoder of an interactive pair, which no run can use alone' }),
  license: Nullable(Type.String()),
  fileName: Type.String(),
  sizeBytes: Count,
  msPerItem: Nullable(Type.Number()),
  unmappedCount: Type.Integer({ minimum: 0, description: 'number of labels that are not mapped to the catalog' }),
  failure: Nullable(Type.String({ description: 'reason why the last test run failed' })),
  createdBy: Nullable(Type.String()),
  createdAt: Timestamp
})

export type UploadedModelLabel = Static<typeof UploadedModelLabel>
/** Label of a model, and the catalog label that it is mapped to. */
export const UploadedModelLabel = Type.Object({
  id: Id,
  index: Count,
  name: Type.String(),
  taxon: Nullable(Type.String()),
  ignore: Type.Boolean(),
  labelId: Nullable(Id)
})

export type UploadedModelCard = Static<typeof UploadedModelCard>
export const UploadedModelCard = Type.Interface([UploadedModel], {
  sha256: Type.String(),
  manifestSha256: Nullable(Type.String()),
  inspection: Inspection,
  manifest: Type.Unsafe<Manifest>(Type.Object({}, { additionalProperties: true, description: 'the manifest, or a guess from the file' })),
  isGuess: Type.Boolean({ description: 'whether the manifest is a guess that nobody has confirmed' }),
  dryRun: Nullable(DryRun),
  jobId: Nullable(Id),
  labels: Type.Array(UploadedModelLabel),
  licenseRead: Nullable(Type.Object({ by: Nullable(Type.String()), at: Timestamp }), {
    description: 'first confirmation that the licence was read'
  }),
  decoders: Type.Array(Type.Object({ sha256: Type.String(), fileName: Type.String() }), {
    description: 'decoders in the project, newest first, that an interactive pair can use'
  }),
  mayManage: Type.Boolean(),
  runCount: Count,
  audits: ModelAudits
})

export type UploadedModelList = Static<typeof UploadedModelList>
export const UploadedModelList = Type.Object({
  items: Type.Array(UploadedModel),
  mayUpload: Type.Boolean({ description: 'whether the viewer may add and manage models' }),
  uploaders: Type.Enum(['administrators', 'owners'], { description: 'accounts that may add models' }),
  largestBytes: Count,
  fromWeb: Type.Enum(['on', 'off', 'offline'], {
    description: 'whether models may be fetched from web addresses; offline: nothing is fetched on this server'
  }),
  fetch: Nullable(Job, { description: 'fetch of a model that is under way, or that failed within a day' }),
  outliner: Nullable(Type.Object({ id: Id, name: Type.String(), version: Type.String() }), {
    description: 'newest ready interactive pair whose licence was read; it outlines objects in Annotate'
  }),
  embedders: Type.Array(Type.Object({ id: Id, name: Type.String(), version: Type.String() }), {
    description: 'ready embedding models whose licence was read, newest first; runs can use their features'
  }),
  runtimeFault: Nullable(Type.String({ description: 'reason why this server cannot run models; null if it can' }))
})

export type ModelAddress = Static<typeof ModelAddress>
/** Web address of a model file, and the SHA-256 that its publisher states. */
export const ModelAddress = Type.Object(
  {
    address: Type.String({ minLength: 1, maxLength: 2000, description: 'https only' }),
    sha256: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{64}$' }))
  },
  closed
)

const ProjectParams = Type.Object({ projectId: Id })
const ModelParams = Type.Object({ uploadedModelId: Id })
const refusals = { 403: Problem, 404: Problem, 409: Problem }

/** Calls for models that a team adds. Their files arrive as uploads with `purpose model`, or from a web address. */
export const uploadedModelsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/ai/uploaded-models',
    summary: 'Uploaded models of a project, newest first',
    schema: { params: ProjectParams, response: { 200: UploadedModelList, ...refusals } }
  }),
  fetch: contract({
    method: 'POST',
    url: '/projects/:projectId/ai/uploaded-models',
    summary: 'Fetch a model from a web address; a job then inspects it like an uploaded one',
    audit: 'ai.model_fetched',
    example: { address: 'https://models.example/reef.onnx', sha256: 'a'.repeat(64) },
    schema: { params: ProjectParams, body: ModelAddress, response: { 202: Job, ...refusals, 422: Problem, 503: Problem } }
  }),
  get: contract({
    method: 'GET',
    url: '/ai/uploaded-models/:uploadedModelId',
    summary: 'One uploaded model: its file, manifest, labels and test run',
    schema: { params: ModelParams, response: { 200: UploadedModelCard, ...refusals } }
  }),
  tryOut: contract({
    method: 'POST',
    url: '/ai/uploaded-models/:uploadedModelId/dry-run',
    summary: 'Confirm the manifest of a model; a job then tests the model and makes it ready',
    audit: 'ai.model_tested',
    bodyLimit: 4 * 1024 ** 2,
    example: {
      schema: 1,
      name: 'Text detector',
      version: '4',
      task: 'segment_semantic',
      license: 'MIT',
      input: {
        name: 'x',
        layout: 'NCHW',
        dtype: 'float32',
        size: [960, 960],
        channels: 'RGB',
        resize: 'letterbox',
        pad: 114,
        scale: 1 / 255,
        mean: [0.485, 0.456, 0.406],
        std: [0.229, 0.224, 0.225]
      },
      output: { decode: 'semantic', names: ['y'], conf: 0.3, iou: 0.45, maxDetections: 300, classAgnosticNms: false, minArea: 20 },
      labels: [{ index: 0, name: 'Text' }]
    },
    schema: { params: ModelParams, body: Manifest, response: { 202: UploadedModelCard, ...refusals, 422: Problem, 503: Problem } }
  }),
  mapLabels: contract({
    method: 'PATCH',
    url: '/ai/uploaded-models/:uploadedModelId/labels',
    summary: 'Map labels of a model to labels of the catalog; existing suggestions with these labels get the catalog labels',
    audit: 'ai.model_mapped',
    example: { labels: [{ id: exampleId(1), labelId: exampleId(2) }] },
    schema: {
      params: ModelParams,
      body: Type.Object(
        { labels: Type.Array(Type.Object({ id: Id, labelId: Nullable(Id) }, closed), { minItems: 1, maxItems: 500 }) },
        closed
      ),
      response: { 200: UploadedModelCard, ...refusals, 422: Problem }
    }
  }),
  readLicense: contract({
    method: 'POST',
    url: '/ai/uploaded-models/:uploadedModelId/license-read',
    summary:
      'Confirm that the licence of an embedding model or interactive pair was read; runs can then use its features, or the pair outlines objects in Annotate',
    audit: 'ai.model_license_read',
    example: { manifestSha256: 'a'.repeat(64) },
    schema: {
      params: ModelParams,
      body: Type.Object({ manifestSha256: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, closed),
      response: { 200: UploadedModelCard, ...refusals, 422: Problem }
    }
  }),
  retire: contract({
    method: 'POST',
    url: '/ai/uploaded-models/:uploadedModelId/retire',
    summary: 'Retire a model: no new run uses it; its suggestions and records stay',
    audit: 'ai.model_retired',
    schema: { params: ModelParams, response: { 200: UploadedModelCard, ...refusals } }
  }),
  restore: contract({
    method: 'POST',
    url: '/ai/uploaded-models/:uploadedModelId/restore',
    summary: 'Bring a retired model back',
    audit: 'ai.model_restored',
    schema: { params: ModelParams, response: { 200: UploadedModelCard, ...refusals } }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/ai/uploaded-models/:uploadedModelId',
    summary: 'Remove a model that no run has used',
    audit: 'ai.model_removed',
    schema: { params: ModelParams, response: { 204: Type.Null({ description: 'no content' }), ...refusals } }
  })
}
