import t from 'tap'
import { classTree, parentsOfLearnt } from '../../../../server/backend/ai/label-classes.ts'
import { backedOff } from '../../../../server/backend/ai/learning/back-off.ts'
import { shiftOf } from '../../../../server/backend/ai/mix.ts'
import type { StoredClasses, StoredFitting } from '../../../../server/backend/ai/stored-model.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { ModelCard } from '../../../../shared/contracts/ai-models.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { texturedProject } from '../../../support/textured-project.ts'

await forEachDatabase(t, (t, database) => {
  t.test('a run expects another mix of labels, and its record has it', async t => {
    const { owner, project, labelIds, run, suggestions, storage } = await texturedProject(t, { database })
    const [rare = '', usual = ''] = labelIds
    const first = await run()
    const { fitting } = await storage.db.selectFrom('ai_model_version').select('fitting').executeTakeFirstOrThrow()
    const { shares } = JSON.parse(fitting) as StoredFitting
    const card = (await owner.get(`/ai/models/${first.modelVersionId}`)).json<ModelCard>()
    t.match(card, { weights: 'none' })
    t.strictSame(card.trainingShares, shares)
    const before = await suggestions(first.id)

    const mix = [
      { labelId: rare, share: 0.7 },
      { labelId: usual, share: 0.1 }
    ]
    const second = await run({ modelVersionId: first.modelVersionId, mix })
    t.match(second.provenance, { options: { backOff: 0.7, mix }, modelVersion: { weights: 'none' } })
    const old = new Map(card.classes.map(({ labelId }, place) => [labelId, shares![place]!]))
    t.ok(Math.abs([...old.values()].reduce((sum, share) => sum + share, 0) - 1) < 1e-9)
    const unnamed = 1 - old.get(rare)! - old.get(usual)!
    const next = (labelId: string) => mix.find(each => each.labelId === labelId)?.share ?? (0.2 * old.get(labelId)!) / unnamed
    const after = new Map((await suggestions(second.id)).map(suggestion => [suggestion.annotationId, suggestion]))
    for (const { annotationId, alternatives } of before) {
      const changed = alternatives.map(({ labelId, probability }) => ({ labelId, p: (probability * next(labelId)) / old.get(labelId)! }))
      const sum = changed.reduce((total, { p }) => total + p, 0)
      for (const { labelId, p } of changed) {
        const found = after.get(annotationId)!.alternatives.find(each => each.labelId === labelId)!.probability
        t.ok(Math.abs(found - p / sum) < 1e-3, `${found} and ${p / sum}`)
      }
    }

    const broader = (await owner.post(`/projects/${project.id}/labels`, { name: 'Never seen' })).json<{ id: string }>().id
    const { id: versionId, classes } = await storage.db.selectFrom('ai_model_version').select(['id', 'classes']).executeTakeFirstOrThrow()
    const errorsOf = async (body: object) => {
      const answer = await owner.post(`/projects/${project.id}/ai/runs`, body)
      t.match(answer, { statusCode: 422 })
      return answer.json().errors
    }
    const withMix = (labelId: string) => ({ mix: [mix[0], { labelId, share: 0.1 }] })
    const path = '/mix/1/labelId'
    const unlearnt = [{ path, message: 'is “Never seen”, which this model version has not learnt' }]
    t.match(await errorsOf({ modelVersionId: versionId, ...withMix(broader) }), unlearnt)
    t.match(await errorsOf(withMix(broader)), unlearnt, 'of the version in use')
    const unlearnable = 'is “Never seen”, which does not have 5 examples in at least 2 images or sites to learn from'
    t.match(await errorsOf({ learn: true, ...withMix(broader) }), [{ path, message: unlearnable }])
    t.match(await errorsOf({ learn: true, ...withMix(newId()) }), [{ path, message: 'is not a label of this project' }])
    t.throws(
      () => shiftOf([{ labelId: broader, share: 0.5 }], { classes, fitting }, [rare]),
      { message: /has not learnt/ },
      'the version that a run learns can lack a label of its mix'
    )

    const start = async (body: object) => (await owner.post(`/projects/${project.id}/ai/runs`, body)).statusCode
    t.equal(await start({ mix: [...mix, { labelId: labelIds[2], share: 0.3 }] }), 422, 'more than everything')
    t.equal(await start({ mix: [mix[0], mix[0]] }), 422, 'a label twice')
    t.equal(await start({ mix: [{ labelId: rare, share: 0 }] }), 422)
    t.equal(await start({ mix: [] }), 422)
    t.equal(await start({ task: 'check', mix }), 422)
    t.equal(await start({ task: 'check', weights: 'balanced' }), 422)
    t.equal(await start({ weights: 'balanced', modelVersionId: first.modelVersionId }), 422)
    t.equal(await start({ weights: 'other' }), 422)
  })

  t.test('a version runs after its labels were merged, also with a mix of them', async t => {
    const { owner, project, labelIds, run, suggestions, storage } = await texturedProject(t, { database })
    const [rare = '', usual = ''] = labelIds
    const { modelVersionId } = await run()
    const into = (await owner.post(`/projects/${project.id}/labels`, { name: 'Hard bottom' })).json<{ id: string }>().id
    for (const id of [rare, usual]) {
      const { revision } = (await owner.get(`/labels/${id}`)).json<{ revision: number }>()
      t.equal((await owner.post(`/labels/${id}/merge`, { into, revision })).statusCode, 200)
    }
    const mix = [
      { labelId: rare, share: 0.7 },
      { labelId: usual, share: 0.1 }
    ]
    const { id } = await run({ modelVersionId, mix })
    const found = await suggestions(id)
    t.ok(found.some(({ labelId }) => labelId === into))
    for (const { labelId, probability, alternatives } of found) {
      t.notOk(labelId === rare || labelId === usual)
      t.ok(
        alternatives.every(each => each.probability <= probability + 1e-6),
        'no other label is more probable'
      )
      t.equal(new Set(alternatives.map(each => each.labelId)).size, alternatives.length, 'no label twice')
    }

    const { classes } = await storage.db.selectFrom('ai_model_version').select('classes').executeTakeFirstOrThrow()
    const { learnt } = JSON.parse(classes) as StoredClasses
    const { nodes, tree } = classTree(
      learnt.map(({ labelId }) => labelId),
      await parentsOfLearnt(storage.db, project.id, learnt)
    )
    const probabilities = learnt.map(({ labelId }) => (labelId === rare ? 0.5 : labelId === usual ? 0.4 : 0.1 / (learnt.length - 2)))
    const both = backedOff(probabilities, tree)
    t.match(both && { labelId: nodes[both.place], p: both.p }, { labelId: into, p: 0.9 }, 'together they reach the probability')
  })

  t.test('a version is learnt with all labels alike', async t => {
    const { owner, run, storage } = await texturedProject(t, { database, sites: 4 })
    const first = await run({ weights: 'balanced' })
    t.match(first.provenance, { options: { weights: 'balanced' }, modelVersion: { weights: 'balanced' } })
    t.match((await owner.get(`/ai/models/${first.modelVersionId}`)).json(), { weights: 'balanced' })
    const { fitting } = await storage.db.selectFrom('ai_model_version').select('fitting').executeTakeFirstOrThrow()
    const shares = (JSON.parse(fitting) as StoredFitting).shares!
    for (const share of shares) t.ok(Math.abs(share - 1 / shares.length) < 1e-9)
    const second = await run({ weights: 'balanced' })
    t.notOk('weights' in (second.provenance.options as object), 'the version in use is applied as it is')
  })
})
