import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Attributes } from '../../../../shared/contracts/annotations.ts'
import type { AttributeField, AttributeFieldDraft } from '../../../../shared/contracts/attribute-fields.ts'
import { attributeFieldLimit } from '../../../../shared/limits.ts'
import { occurrenceAttributes } from '../../../../shared/vocabulary/occurrence-attributes.ts'
import { annotatingProject } from '../../../support/annotating.ts'
import { type DatabaseKind, forEachDatabase, type Person } from '../../../support/backend.ts'

async function scene(t: Test, database: DatabaseKind) {
  const base = await annotatingProject(t, { database, images: 1 })
  const url = `/projects/${base.project.id}/attribute-fields`
  const add = async (draft: AttributeFieldDraft) => {
    const answer = await base.owner.post(url, draft)
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<AttributeField>()
  }
  const names = async () => (await base.owner.get(url)).json<{ fields: AttributeField[] }>().fields.map(({ name }) => name)
  const member = async (role: string, email = `${role}@lab.example`): Promise<Person> => {
    const person = await base.signUp(email)
    await base.owner.post(`/projects/${base.project.id}/members`, { email, role })
    return person
  }
  return { ...base, url, add, names, member }
}

await forEachDatabase(t, (t, database) => {
  t.test('fields are defined, reordered, changed and deleted', async t => {
    const { owner, project, url, add, names } = await scene(t, database)
    for (const draft of occurrenceAttributes) await add(draft)
    t.same(
      await names(),
      occurrenceAttributes.map(({ name }) => name)
    )
    const width = await add({ name: 'Disc width', type: 'number', unit: 'mm', minimum: 0, maximum: 400, required: true })
    t.match(width, { unit: 'mm', minimum: 0, maximum: 400, required: true, choices: [], revision: 1, projectId: project.id })
    const buried = await add({ name: 'Buried', type: 'boolean' })

    const { fields } = (await owner.get(url)).json<{ fields: AttributeField[] }>()
    const ids = fields.map(({ id }) => id)
    const ordered = await owner.put(`${url}/order`, { fieldIds: [buried.id, ...ids.filter(id => id !== buried.id)] })
    t.equal(ordered.json().fields[0].name, 'Buried')
    t.equal((await names())[0], 'Buried')
    t.match((await owner.put(`${url}/order`, { fieldIds: [buried.id] })).json(), { status: 409, code: 'FIELDS_CHANGED' })

    const one = `/attribute-fields/${width.id}`
    t.match((await owner.patch(one, { revision: 1, maximum: null, unit: 'cm' })).json(), {
      maximum: null,
      unit: 'cm',
      minimum: 0,
      measurementTypeID: null,
      revision: 2
    })
    t.match((await owner.patch(one, { revision: 1, unit: 'm' })).json(), { status: 409, code: 'STALE_REVISION' })
    t.equal((await owner.delete(one)).statusCode, 204)
    t.equal((await owner.delete(one)).statusCode, 404)
    t.notOk((await names()).includes('Disc width'))
    const events = (await owner.get(`/projects/${project.id}/activity`)).json().items
    t.match(events[0], { event: 'attributeField.removed', detail: { name: 'Disc width' } })
  })

  t.test('names and rules must be consistent, for exports too', async t => {
    const { owner, url, add } = await scene(t, database)
    const sex = await add({ name: 'sex', type: 'choice', choices: ['female', 'male'] })
    t.match((await owner.post(url, { name: 'individualcount', type: 'text' })).json(), {
      status: 422,
      detail: 'name is written individualCount in Darwin Core'
    })
    const refused: [object, string][] = [
      [{ name: ' edge', type: 'text' }, '/name'],
      [{ name: 'x'.repeat(61), type: 'text' }, '/name'],
      [{ name: 'track', type: 'text' }, '/name'],
      [{ name: 'individualCount', type: 'text' }, '/name'],
      [{ name: 'individualCount', type: 'integer', minimum: 0 }, '/name'],
      [{ name: 'lifeStage', type: 'boolean' }, '/name'],
      [{ name: 'Colour', type: 'choice' }, '/choices'],
      [{ name: 'Colour', type: 'choice', choices: ['red', 'red'] }, '/choices'],
      [{ name: 'Colour', type: 'text', choices: ['red'] }, '/choices'],
      [{ name: 'Colour', type: 'text', unit: 'nm' }, '/unit'],
      [{ name: 'Arms', type: 'integer', minimum: 0.5 }, '/minimum'],
      [{ name: 'Arms', type: 'integer', minimum: 5, maximum: 4 }, '/maximum'],
      [{ name: 'Arms', type: 'integer', measurementTypeID: 'P01:ARMS' }, '/measurementTypeID'],
      [{ name: 'Arms', type: 'integer', colour: 'red' }, ''],
      [{ name: 'Arms', type: 'date' }, '/type']
    ]
    for (const [draft, path] of refused) {
      const answer = await owner.post(url, draft)
      t.equal(answer.statusCode, 422, JSON.stringify(draft))
      t.ok(
        answer.json().errors.some((error: { path: string }) => error.path.startsWith(path)),
        answer.body
      )
    }
    t.match((await owner.post(url, { name: 'Sex', type: 'text' })).statusCode, 422)
    t.match((await owner.post(url, { name: 'sex', type: 'text' })).json(), {
      status: 409,
      detail: 'The project already has an attribute named “sex”'
    })
    t.equal((await owner.patch(`/attribute-fields/${sex.id}`, { revision: 1, choices: [] })).statusCode, 422)
    t.equal((await owner.patch(`/attribute-fields/${sex.id}`, { revision: 1, name: 'gender' })).statusCode, 422)
    t.equal((await owner.post(url, { name: 'Big', type: 'text', filling: 'x'.repeat(1024 * 1024) })).statusCode, 413)

    for (let at = 1; at < attributeFieldLimit; at++) await add({ name: `Field ${at}`, type: 'text' })
    t.match((await owner.post(url, { name: 'One more', type: 'text' })).json(), { status: 409, code: 'TOO_MANY_ATTRIBUTES' })
  })

  t.test('owners define fields, members see them, and strangers find none', async t => {
    const { url, add, signUp, member } = await scene(t, database)
    const { id } = await add({ name: 'behavior', type: 'text' })
    const stranger = await signUp('stranger@lab.example')
    for (const [person, seen, refusal] of [
      [await member('viewer'), 200, 403],
      [await member('editor'), 200, 403],
      [stranger, 404, 404]
    ] as const) {
      t.equal((await person.get(url)).statusCode, seen)
      t.equal((await person.post(url, { name: 'sex', type: 'text' })).statusCode, refusal)
      t.equal((await person.patch(`/attribute-fields/${id}`, { revision: 1, required: true })).statusCode, refusal)
      t.equal((await person.put(`${url}/order`, { fieldIds: [id] })).statusCode, refusal)
      t.equal((await person.delete(`/attribute-fields/${id}`)).statusCode, refusal)
    }
  })

  t.test('a value that a field does not accept is refused with the accepted ones; other attributes are free', async t => {
    const { owner, project, storage, mediaIds, add, edit, creation } = await scene(t, database)
    await add({ name: 'individualCount', type: 'integer', minimum: 1 })
    await add({ name: 'sex', type: 'choice', choices: ['female', 'male'] })
    await add({ name: 'Disc width', type: 'number', unit: 'mm', maximum: 400 })
    await add({ name: 'Buried', type: 'boolean' })
    await add({ name: 'behavior', type: 'text' })

    const annotationId = newId()
    const good: Attributes = { individualCount: 3, sex: 'male', 'Disc width': 12.5, Buried: false, behavior: 'feeding', notes: 7 }
    t.match(await edit([creation({ annotationId, attributes: good })]), [{ outcome: 'done', annotation: { attributes: good } }])

    const refused: [Attributes, string][] = [
      [{ individualCount: '3' }, 'The attribute “individualCount” must be a whole number of at least 1, not “3”'],
      [{ individualCount: 0 }, 'The attribute “individualCount” must be a whole number of at least 1, not 0'],
      [{ individualCount: 1.5 }, 'The attribute “individualCount” must be a whole number of at least 1, not 1.5'],
      [{ sex: 'Male' }, 'The attribute “sex” must be one of female, male, not “Male”'],
      [{ 'Disc width': 401 }, 'The attribute “Disc width” must be a number of at most 400, not 401'],
      [{ Buried: 'yes' }, 'The attribute “Buried” must be yes or no, not “yes”'],
      [{ behavior: true }, 'The attribute “behavior” must be text of at most 1000 characters, not true']
    ]
    const revision = (attributes: Attributes, at = 1) => ({ id: newId(), kind: 'revise' as const, annotationId, revision: at, attributes })
    for (const [attributes, message] of refused) {
      t.match(await edit([revision({ ...good, ...attributes })]), [
        { outcome: 'refused', message, annotation: { revision: 1, attributes: good } }
      ])
      t.match(await edit([creation({ attributes })]), [{ outcome: 'refused', message, annotation: null }])
    }
    t.match(await edit([revision({ notes: 'anything' })]), [{ outcome: 'done', annotation: { attributes: { notes: 'anything' } } }])

    // as an import leaves it
    await storage.db
      .updateTable('annotation')
      .set({ attributes: JSON.stringify({ individualCount: '3 or 4' }) })
      .where('id', '=', annotationId)
      .execute()
    t.match(
      await edit([revision({ individualCount: '3 or 4', sex: 'female' }, 2)]),
      [{ outcome: 'done', annotation: { attributes: { individualCount: '3 or 4', sex: 'female' } } }],
      'an existing value stays'
    )
    t.match(await edit([revision({ individualCount: '5', sex: 'female' }, 3)]), [{ outcome: 'refused' }])
    t.match(await edit([revision({ individualCount: 3, sex: 'female' }, 3)]), [{ outcome: 'done' }])
    const undone = revision({ individualCount: '3 or 4', sex: 'female' }, 4)
    t.match(await edit([undone]), [{ outcome: 'done', annotation: { revision: 5 } }], 'a correction can be undone')
    t.match(await edit([creation({ attributes: { individualCount: '3 or 4' } })]), [{ outcome: 'refused' }])

    const [sex] = (await owner.get(`/projects/${project.id}/attribute-fields`))
      .json<{ fields: AttributeField[] }>()
      .fields.filter(({ name }) => name === 'sex')
    await owner.delete(`/attribute-fields/${sex?.id}`)
    t.match(
      (await owner.get(`/media/${mediaIds[0]}/annotations`)).json().annotations[0].attributes,
      { sex: 'female' },
      'a correction can be undone'
    )
    t.match(await edit([revision({ sex: 'Hermaphrodite' }, 5)]), [{ outcome: 'done' }])
  })
})
