import { registerHooks } from 'node:module'
import t from 'tap'
import { broughtModels } from '../../../support/brought-models.ts'
import { manifestWith } from '../../../support/manifests.ts'
import { constantModel } from '../../../support/onnx-writer.ts'

const hooks = registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'onnxruntime-node') throw Object.assign(new Error(`no ${specifier}`), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(specifier, context)
  }
})
t.teardown(() => hooks.deregister())

t.test('a server without the runtime reports the missing part, and still accepts models', async t => {
  const { owner, projectId, bring, card } = await broughtModels(t)
  t.match((await owner.get(`/projects/${projectId}/ai`)).json(), { hasRuntime: false })
  const id = await bring(constantModel([{ name: 'out', shape: [1, 1, 6], values: [0, 0, 8, 8, 0.9, 0] }]))
  const list = (await owner.get(`/projects/${projectId}/ai/uploaded-models`)).json()
  t.match(list, { items: [{ id }], runtimeFault: 'the package onnxruntime-node is not installed' })
  const test = (await owner.post(`/ai/uploaded-models/${id}/dry-run`, manifestWith())).json()
  t.match(test, { status: 503, code: 'NO_ONNX_RUNTIME', detail: /cannot run ONNX models: the package onnxruntime-node is not installed/ })
  t.match(await card(id), { state: 'needs_manifest' })
})
