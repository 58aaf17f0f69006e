import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { inspectModel } from '../../../../server/backend/ai/onnx/inspect-model.ts'
import { defaultModels } from '../../../../server/backend/ai/uploaded/model-policy.ts'
import { broughtModels, withoutRuntime } from '../../../support/brought-models.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { manifestWith } from '../../../support/manifests.ts'
import {
  bytesField,
  constantModel,
  elementTypes,
  type GraphFacts,
  graph,
  imageInput,
  type ModelFacts,
  model,
  node,
  numberField,
  tensor
} from '../../../support/onnx-writer.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { until } from '../../../support/until.ts'

const out = { name: 'out', shape: [1, 1, 6], values: [0, 0, 8, 8, 0.9, 0] }
const plain = (parts: Partial<GraphFacts>, facts: ModelFacts = {}) =>
  model(graph({ nodes: [], inputs: [imageInput()], outputs: [{ name: 'out', shape: [1, 3, 64, 64] }], ...parts }), facts)
const relu = node({ operator: 'Relu', inputs: ['images'], outputs: ['out'] })

/** Tensor that refers to an external file. */
const outside = (location: string) =>
  Buffer.concat([
    numberField(1, 1),
    numberField(2, 1),
    bytesField(8, 'weights'),
    bytesField(13, Buffer.concat([bytesField(1, 'location'), bytesField(2, location)])),
    numberField(14, 1)
  ])

/** Graph of nested `If` operators. */
function nested(depth: number): Buffer {
  const inner = depth === 0 ? relu : node({ operator: 'If', outputs: ['out'], attributes: { then_branch: { graph: nested(depth - 1) } } })
  return graph({ nodes: [inner] })
}

const external = /stores weights in another file/
const refused: [string, Buffer, RegExp][] = [
  ['an empty graph field', Buffer.from('garbage that is no protobuf message at all'), /not (a complete|an) ONNX model/],
  ['a truncated file', constantModel([out]).subarray(0, 200), /not a complete ONNX model/],
  ['no graph', numberField(1, 8), /no graph/],
  ['external data beside it', plain({ nodes: [relu], initializers: [outside('weights.bin')] }), external],
  ['external data above it', plain({ nodes: [relu], initializers: [outside('../../../etc/passwd')] }), external],
  ['external data at an absolute path', plain({ nodes: [relu], initializers: [outside('/etc/passwd')] }), external],
  [
    'external data in an attribute',
    plain({ nodes: [node({ operator: 'Constant', outputs: ['out'], attributes: { value: { tensor: outside('w') } } })] }),
    external
  ],
  [
    'external data in a subgraph',
    plain({
      nodes: [
        node({
          operator: 'If',
          outputs: ['out'],
          attributes: { then_branch: { graph: graph({ nodes: [], initializers: [outside('w')] }) } }
        })
      ]
    }),
    external
  ],
  [
    'external data by the flag alone, with high bits',
    plain({ nodes: [relu], initializers: [Buffer.concat([numberField(2, 1), bytesField(8, 'w'), numberField(14, 0x100000001)])] }),
    external
  ],
  [
    'external data in a function',
    plain(
      { nodes: [relu] },
      { functions: [bytesField(7, node({ operator: 'Constant', outputs: ['a'], attributes: { value: { tensor: outside('w') } } }))] }
    ),
    external
  ],
  ['sparse weights', plain({ nodes: [relu], sparse: [bytesField(1, outside('w'))] }), /sparse weights/],
  [
    'sparse weights in an attribute',
    plain({ nodes: [node({ operator: 'Constant', outputs: ['out'], attributes: { sparse_value: { sparse: outside('w') } } })] }),
    /sparse weights/
  ],
  [
    'an unknown domain',
    plain({ nodes: [node({ operator: 'Evil', inputs: ['images'], outputs: ['out'], domain: 'my.ops' })] }),
    /operator Evil from "my.ops"/
  ],
  [
    'functions of an exporter',
    plain({ nodes: [relu] }, { functions: [Buffer.concat([bytesField(1, 'f'), bytesField(10, 'pkg.torch')])] }),
    /functions inlined/
  ],
  ['opset 99', plain({ nodes: [relu] }, { opset: 99 }), /opset 99/],
  ['format version 99', plain({ nodes: [relu] }, { ir: 99 }), /format version 99/],
  [
    'deep nesting',
    plain({ nodes: [node({ operator: 'If', outputs: ['out'], attributes: { then_branch: { graph: nested(40) } } })] }),
    /nested deeper than 64/
  ],
  [
    'two inputs',
    plain({ nodes: [relu], inputs: [imageInput(), { name: 'sizes', shape: [1, 2], type: 'int64' }] }),
    /2 inputs \(images, sizes\)/
  ],
  [
    'no image',
    plain({ nodes: [relu], inputs: [{ name: 'text', shape: [1, 12], type: 'int64' }] }),
    /input text is not an image: int64 \[1, 12\]/
  ],
  ['no input', plain({ nodes: [], inputs: [] }), /no input/],
  ['17 dimensions', plain({ nodes: [relu], outputs: [{ name: 'out', shape: Array(17).fill(1) }] }), /out has 17 dimensions/],
  ['a long name', plain({ nodes: [relu], outputs: [{ name: 'x'.repeat(301), shape: [1] }] }), /more than 300 characters/]
]

/** Loop that doubles the image. @param turns value with the number of turns */
function doubling(turns: string): Buffer {
  const shape = [1, 3, 64, 64]
  const body = graph({
    nodes: [
      node({ operator: 'Identity', inputs: ['go'], outputs: ['go on'] }),
      node({ operator: 'Add', inputs: ['before', 'before'], outputs: ['after'] })
    ],
    inputs: [
      { name: 'turn', shape: [], type: 'int64' },
      { name: 'go', shape: [], type: 'bool' },
      { name: 'before', shape }
    ],
    outputs: [
      { name: 'go on', shape: [], type: 'bool' },
      { name: 'after', shape }
    ]
  })
  return node({ operator: 'Loop', inputs: [turns, '', 'images'], outputs: ['doubled'], attributes: { body: { graph: body } } })
}

const forever = (name: string) => tensor(name, [], [Number.MAX_SAFE_INTEGER], 'int64')

/** Model that runs forever. */
const endless = () =>
  plain({
    nodes: [doubling('turns'), node({ operator: 'Identity', inputs: ['doubled'], outputs: ['out'] })],
    initializers: [forever('turns')]
  })

/** Model that finds one object, but runs forever on a white image. */
const endlessOnWhite = () =>
  plain({
    nodes: [
      node({ operator: 'ReduceMean', inputs: ['images'], outputs: ['mean'], attributes: { keepdims: 0 } }),
      node({ operator: 'Greater', inputs: ['mean', 'bright'], outputs: ['is white'] }),
      node({ operator: 'Cast', inputs: ['is white'], outputs: ['white'], attributes: { to: elementTypes.int64 } }),
      node({ operator: 'Mul', inputs: ['white', 'many'], outputs: ['turns'] }),
      doubling('turns'),
      node({ operator: 'ReduceMean', inputs: ['doubled'], outputs: ['mean after'], attributes: { keepdims: 0 } }),
      node({ operator: 'Mul', inputs: ['mean after', 'zero'], outputs: ['nothing'] }),
      node({ operator: 'Add', inputs: ['box', 'nothing'], outputs: ['out'] })
    ],
    initializers: [tensor('bright', [], [0.9]), tensor('zero', [], [0]), tensor('box', out.shape, out.values), forever('many')],
    outputs: [{ name: 'out', shape: out.shape }]
  })

const models = { ...defaultModels, largestBytes: 1024 ** 2, seconds: 60 }
const team = await broughtModels(t, { models })
const semantic = manifestWith({ task: 'segment_semantic', output: { decode: 'semantic' } })

t.test('files that are not usable models are refused with the reason', async t => {
  const path = join(temporaryFolder(t), 'model.onnx')
  for (const [name, content, sentence] of refused) {
    writeFileSync(path, content)
    t.throws(() => inspectModel(path), { code: 'MODEL_REFUSED', message: sentence }, name)
  }
})

t.test('a refused upload leaves nothing behind', async t => {
  for (const [name, content, sentence] of refused.slice(0, 3)) {
    const answer = await team.send(content)
    t.match([answer.status, await answer.json()], [422, { code: 'MODEL_REFUSED', detail: sentence }], name)
  }
  const other = await team.send(constantModel([out]), { fileName: 'model.pt' })
  t.match([other.status, await other.json()], [422, { detail: /must end in \.onnx/ }])
  t.match(await (await team.send(Buffer.alloc(models.largestBytes + 1))).json(), { status: 422, detail: /up to 1 MiB/ })
  t.match((await team.owner.get(`/projects/${team.projectId}/ai/uploaded-models`)).json(), { items: [], mayUpload: true })
})

t.test('owners who are not administrators, and strangers, neither add nor change models', async t => {
  const [bo, stranger] = [await team.signUp('bo@lab.example'), await team.signUp('cy@lab.example')]
  await team.owner.post(`/projects/${team.projectId}/members`, { email: bo.email, role: 'owner' })
  const content = constantModel([out])
  t.match(await (await team.send(content, { by: bo })).json(), {
    status: 403,
    code: 'MODEL_UPLOAD_NEEDS',
    detail: /^Only server administrators/
  })
  t.equal((await team.send(content, { by: stranger })).status, 404)
  t.match((await bo.get(`/projects/${team.projectId}/ai/uploaded-models`)).json(), { mayUpload: false })
  const id = await team.bring(content)
  t.match((await bo.post(`/ai/uploaded-models/${id}/dry-run`, manifestWith())).json(), { status: 403, code: 'MODEL_UPLOAD_NEEDS' })
  for (const path of ['retire', 'restore']) t.equal((await bo.post(`/ai/uploaded-models/${id}/${path}`)).statusCode, 403)
  t.equal((await bo.delete(`/ai/uploaded-models/${id}`)).statusCode, 403)
  const { id: elsewhere } = await stranger.makeProject()
  t.equal((await stranger.get(`/ai/uploaded-models/${id}`)).statusCode, 404)
  t.equal((await stranger.patch(`/ai/uploaded-models/${id}/labels`, { labels: [{ id: 'x', labelId: null }] })).statusCode, 404)
  const run = await stranger.post(`/projects/${elsewhere}/ai/runs`, { task: 'label', uploadedModelId: id })
  t.equal(run.statusCode, 422, 'an uploaded model keeps its task')
})

/** Model whose work needs a tensor of `rows` × 4 kB in memory. */
const hungry = (rows: number) =>
  plain({
    nodes: [
      node({ operator: 'ConstantOfShape', inputs: ['sizes'], outputs: ['huge'] }),
      node({ operator: 'ReduceMean', inputs: ['huge'], outputs: ['mean'], attributes: { keepdims: 0 } }),
      node({ operator: 'Add', inputs: ['images', 'mean'], outputs: ['out'] })
    ],
    initializers: [tensor('sizes', [2], [rows, 1000], 'int64')]
  })

t.test('a model that needs 0.8 GB is run', { skip: withoutRuntime }, async t => {
  const id = await team.bring(hungry(200_000))
  const labels = ['sand', 'rock', 'coral'].map((name, index) => ({ index, name }))
  t.match(await team.tryOut(id, { ...semantic, labels, version: 'hungry' }), { state: 'ready', failure: null })
})

t.test('models that misbehave are contained, and the server keeps running', { skip: withoutRuntime }, async t => {
  const classify = manifestWith({ task: 'classify', output: { decode: 'softmax' } })
  const misfits: [string, Buffer, object, RegExp][] = [
    ['NaN', constantModel([{ ...out, values: [0, 0, 8, 8, Number.NaN, 0] }]), manifestWith(), /NaN or infinite values/],
    ['another shape', constantModel([{ name: 'out', shape: [1, 7], values: Array(7).fill(0) }]), manifestWith(), /has the shape \[1, 7\]/],
    ['no probabilities', constantModel([{ name: 'out', shape: [1, 2], values: [0.5, 0.9] }]), classify, /sum to 1.40 instead of 1/],
    [
      'logits for probabilities',
      constantModel([{ name: 'out', shape: [1, 2], values: [-0.5, 1.5] }]),
      classify,
      /probability -0.50, outside 0 to 1/
    ],
    ['24 GB of memory', hungry(6_000_000), semantic, /memory/]
  ]
  for (const [index, [name, content, manifest, sentence]] of misfits.entries()) {
    const id = await team.bring(content)
    const card = await team.tryOut(id, { ...manifest, version: String(index) })
    t.match(card, { state: 'needs_manifest', failure: sentence, dryRun: null }, name)
  }

  const id = await team.bring(endless())
  models.seconds = 4
  const stopped = await team.tryOut(id, { ...semantic, version: 'endless' })
  models.seconds = 60
  t.match(stopped, { state: 'needs_manifest', failure: /takes too long for one image/, dryRun: null }, 'endless')
  const good = await team.bring(constantModel([out]))
  t.match(await team.tryOut(good, manifestWith({ version: 'good' })), { state: 'ready' }, 'the next model is tested as usual')
})

t.test('a manifest that does not fit the file is refused by field', { skip: withoutRuntime }, async t => {
  const id = await team.bring(constantModel([out]))
  const wrong = {
    ...manifestWith({ input: { name: 'x', size: [32, 32] }, output: { names: ['a', 'b'] } }),
    labels: [{ index: 1, name: 'star' }]
  }
  const answer = (await team.owner.post(`/ai/uploaded-models/${id}/dry-run`, wrong)).json()
  t.same(
    answer.errors.map(({ path }: { path: string }) => path),
    ['/input/name', '/input/size', '/output/names', '/output/names', '/labels']
  )
})

const plainImage = (background: string) =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer()

t.test('an image on which a model hangs fails alone, and a cancelled run ends immediately', { skip: withoutRuntime }, async t => {
  const { owner, projectId } = team
  await team.addImage('white.png', await plainImage('#ffffff'))
  await team.addImage('dark.png', await plainImage('#203040'))
  const id = await team.bring(endlessOnWhite())
  t.match(await team.tryOut(id, manifestWith({ version: 'white' })), { state: 'ready' })
  models.seconds = 6
  const { details } = await team.run(id)
  t.match(details, { state: 'done', imagesDone: 1, imagesFailed: 1, sentence: '1 suggestion. 1 image failed' })

  models.seconds = 200
  const run = (await owner.post(`/projects/${projectId}/ai/runs`, { task: 'model', uploadedModelId: id })).json()
  const present = async () => (await owner.get(`/ai/runs/${run.id}`)).json()
  await until(present, ({ imagesTotal }) => imagesTotal === 2)
  t.equal((await owner.post(`/jobs/${run.jobId}/cancel`)).statusCode, 200)
  await finishedJobs(owner, projectId)
  t.match(await present(), { state: 'cancelled', suggestionCount: 0 })
})
