import t, { type Test } from 'tap'
import { freeColours } from '../../../../server/backend/taxonomy/colours.ts'
import { newId } from '../../../../server/lib/ids.ts'
import type { OutlineLabel } from '../../../../shared/contracts/taxonomy.ts'
import { randomInteger, seededGenerator } from '../../../../shared/sampling/seeded-random.ts'
import { colourCount } from '../../../../shared/taxonomy/colour-count.ts'
import { type DatabaseKind, forEachDatabase, type Person, testBackend } from '../../../support/backend.ts'
import { inMs } from '../../../support/blind-session.ts'
import { cataloguingProject } from '../../../support/cataloguing.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'

t.test('the least used colour is chosen, and the first of several', async t => {
  t.same(freeColours([], 3), [0, 1, 2])
  t.same(freeColours([0, 2], 3), [1, 3, 4])
  const all = Array.from({ length: colourCount }, (_, place) => place)
  t.same(freeColours(all, 2), [0, 1], 'they repeat when all are used')
  t.same(freeColours([...all, 0], 2), [1, 2])
})

t.test('when all colours have been assigned, one that no label in use has comes first', async t => {
  const all = Array.from({ length: colourCount }, (_, place) => place)
  const inUse = all.filter(place => ![4, 9].includes(place))
  t.same(freeColours(inUse, 3, [4, 9]), [4, 9, 0])
  t.same(freeColours(inUse, 2, [4, 4, 9]), [9, 4], 'the one with fewer labels of those')
  t.same(freeColours([0], 2, [1]), [2, 3], 'a colour that no label ever had comes before them')
})

const colours = async (person: Person, projectId: string): Promise<Record<string, number | undefined>> => {
  const { labels } = (await person.get(`/projects/${projectId}/labels/outline`)).json()
  return Object.fromEntries(labels.map((label: { name: string; paletteColour?: number }) => [label.name, label.paletteColour]))
}

const stepKinds = ['add', 'delete', 'merge', 'use', 'use', 'use', 'unmark', 'import'] as const

/** Random edits of the catalog of a new project. Each of them may be refused, for example the deletion of a label in use. */
async function randomEdits(t: Test, database: DatabaseKind, seed: string) {
  const { owner, outline, addLabel, edit, take, creation } = await cataloguingProject(t, { database })
  const next = seededGenerator(seed)
  const anyOf = <T>(list: readonly T[]): T | undefined => (list.length > 0 ? list[randomInteger(next, list.length)] : undefined)
  const marks: string[] = []
  const revisionOf = async (id: string): Promise<number> => (await owner.get(`/labels/${id}`)).json().revision
  const isDone = ({ statusCode }: { statusCode: number }) => statusCode < 300

  const edits: Record<(typeof stepKinds)[number], (labels: readonly OutlineLabel[], step: number) => Promise<boolean>> = {
    add: async (labels, step) => Boolean(await addLabel(`Added ${step}`, anyOf([null, ...labels.map(({ id }) => id)]))),
    async delete(labels) {
      const label = anyOf(labels)
      return label !== undefined && isDone(await owner.delete(`/labels/${label.id}`))
    },
    async merge(labels) {
      const [from, into] = [anyOf(labels), anyOf(labels)]
      if (!from || !into) return false
      return isDone(await owner.post(`/labels/${from.id}/merge`, { revision: await revisionOf(from.id), into: into.id }))
    },
    async use(labels) {
      const label = anyOf(labels)
      if (!label) return false
      const annotationId = newId()
      marks.push(annotationId)
      const [result] = await edit([creation({ annotationId, labelId: label.id })])
      return result?.outcome === 'done'
    },
    async unmark() {
      const annotationId = anyOf(marks)
      if (!annotationId) return false
      const { revision } = (await owner.get(`/annotations/${annotationId}`)).json()
      const [result] = await edit([{ id: newId(), kind: 'remove', annotationId, revision }])
      return result?.outcome === 'done'
    },
    async import(labels, step) {
      const { newCount } = await take(`name,parent\nImported ${step},${anyOf(labels)?.name ?? ''}\nOther ${step},Imported ${step}\n`)
      return newCount > 0
    }
  }
  return { outline, edits, kind: () => anyOf(stepKinds) ?? 'add' }
}

await forEachDatabase(t, (t, database) => {
  t.test('an assigned colour survives random edits of the catalog', async t => {
    const { outline, edits, kind } = await randomEdits(t, database, 'reef')
    const done = new Set<string>()
    let labels: readonly OutlineLabel[] = []
    for (let step = 0; step < 40; step++) {
      const now = kind()
      const given = new Map(labels.map(({ id, paletteColour }) => [id, paletteColour]))
      if (await edits[now](labels, step)) done.add(now)
      labels = await outline()
      const changed = labels.filter(({ id, paletteColour }) => given.get(id) !== undefined && given.get(id) !== paletteColour)
      t.same(changed, [], `step ${step}: ${now}`)
    }
    t.same([...done].sort(), [...new Set(stepKinds)].sort(), 'each kind of edit was done')
    t.ok(labels.filter(({ paletteColour }) => paletteColour !== undefined).length > 2)
  })

  t.test('a label gets its colour at its first use, and only a person changes it', async t => {
    const { storage, signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const { id: projectId } = await ada.makeProject()
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: ada.id, count: 1 })
    const add = async (name: string): Promise<string> => (await ada.post(`/projects/${projectId}/labels`, { name })).json().id
    const operate = (operation: object) =>
      ada.post(`/projects/${projectId}/annotations/operations`, { operations: [{ id: crypto.randomUUID(), ...operation }] })
    const use = async (labelId: string) => {
      const annotationId = crypto.randomUUID()
      await operate({ kind: 'create', annotationId, mediaId, shape: null, labelId })
      return annotationId
    }

    const [coral, sponge, star] = [await add('Coral'), await add('Sponge'), await add('Star')]
    t.same(await colours(ada, projectId), { Coral: undefined, Sponge: undefined, Star: undefined }, 'none before the first use')
    const first = await use(sponge)
    await use(coral)
    t.same(await colours(ada, projectId), { Sponge: 0, Coral: 1, Star: undefined })

    await add('Anemone')
    await add('Zoanthid')
    await operate({ kind: 'remove', annotationId: first, revision: 1 })
    await use(star)
    const kept = { Sponge: 0, Coral: 1, Star: 2, Anemone: undefined, Zoanthid: undefined }
    t.same(await colours(ada, projectId), kept, 'neither new labels nor removed annotations change one')

    t.equal((await ada.post(`/labels/${coral}/merge`, { revision: 1, into: sponge })).statusCode, 200)
    await use(await add('Brittle star'))
    const { 'Brittle star': freed, Sponge: merged } = await colours(ada, projectId)
    t.same({ freed, merged }, { freed: 1, merged: 0 }, 'the colour of a deleted label is available again')

    const relabelled = await use(star)
    const { id: urchin } = (await ada.post(`/projects/${projectId}/labels`, { name: 'Urchin', colour: '#cc5500' })).json()
    await operate({ kind: 'revise', annotationId: relabelled, revision: 1, labelId: urchin })
    const { labels } = (await ada.get(`/projects/${projectId}/labels/outline`)).json()
    const { colour, paletteColour } = labels.find((label: { name: string }) => label.name === 'Urchin')
    t.same({ colour, paletteColour }, { colour: '#cc5500', paletteColour: 3 }, 'a chosen colour is returned beside the automatic one')
  })

  t.test('a label repeats no colour in use while an earlier label is out of use', async t => {
    const { storage, signUp } = await testBackend(t, { database })
    const ada = await signUp()
    const { id: projectId } = await ada.makeProject()
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: ada.id, count: 1 })
    const names = Array.from({ length: colourCount + 1 }, (_, at) => `Label ${at}`)
    const ids: string[] = []
    for (const name of names) ids.push((await ada.post(`/projects/${projectId}/labels`, { name })).json().id)
    const marks = ids.map(labelId => ({ labelId, annotationId: newId() }))
    const operate = (operations: object[]) =>
      ada.post(`/projects/${projectId}/annotations/operations`, { operations: operations.map(each => ({ id: newId(), ...each })) })
    const use = (mark: (typeof marks)[number] | undefined) => ({ kind: 'create', mediaId, shape: null, ...mark })
    for (const mark of marks.slice(0, colourCount)) await operate([use(mark)])
    const before = await colours(ada, projectId)
    await operate([{ kind: 'remove', annotationId: marks[7]?.annotationId, revision: 1 }])
    await operate([use(marks.at(-1))])
    t.same(await colours(ada, projectId), { ...before, [names.at(-1) ?? '']: 7 }, 'it takes the colour of the removed one; others stay')
  })

  t.test('a blind member cannot infer from colours the order in which others used labels', async t => {
    const { storage, signUp } = await testBackend(t, { database })
    const [ada, bea, cy] = [await signUp('ada@lab.example'), await signUp('bea@lab.example'), await signUp('cy@lab.example')]
    const { id: projectId } = await ada.makeProject()
    for (const { email } of [bea, cy]) await ada.post(`/projects/${projectId}/members`, { email, role: 'editor' })
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: ada.id, count: 1 })
    const ids: Record<string, string> = {}
    for (const name of ['Coral', 'Sponge', 'Star']) ids[name] = (await ada.post(`/projects/${projectId}/labels`, { name })).json().id
    const operate = (person: Person, operation: object) =>
      person.post(`/projects/${projectId}/annotations/operations`, { operations: [{ id: newId(), ...operation }] })
    const use = async (person: Person, name: string) => {
      const annotationId = newId()
      await operate(person, { kind: 'create', annotationId, mediaId, shape: null, labelId: ids[name] })
      return annotationId
    }
    await use(ada, 'Star')
    const session = { name: 'Blind', startsAt: inMs(-1), endsAt: inMs(3_600_000), memberIds: [bea.id, cy.id], images: { kind: 'all' } }
    t.equal((await ada.post(`/projects/${projectId}/annotation-sessions`, session)).statusCode, 201)
    await use(bea, 'Coral')
    t.same(await colours(cy, projectId), { Star: 0, Coral: undefined, Sponge: undefined }, 'others’ labels stay neutral')
    const first = await use(cy, 'Sponge')
    t.same(await colours(cy, projectId), { Star: 0, Coral: undefined, Sponge: 1 }, 'own labels are numbered without them')
    t.same(await colours(bea, projectId), { Star: 0, Coral: 1, Sponge: undefined })
    t.same(await colours(ada, projectId), { Star: 0, Coral: 1, Sponge: 2 }, 'the owner has the colours of the project')

    await use(cy, 'Coral')
    const kept = { Star: 0, Coral: 2, Sponge: 1 }
    t.same(await colours(cy, projectId), kept)
    for (const [revision, kind] of [
      [1, 'remove'],
      [2, 'restore']
    ] as const) {
      const { results } = (await operate(cy, { kind, annotationId: first, revision })).json()
      t.match(results, [{ outcome: 'done' }])
      t.same(await colours(cy, projectId), kept, `${kind}: no colour changes`)
    }
    t.same(await colours(bea, projectId), { Star: 0, Coral: 1, Sponge: undefined }, 'nor what others see')

    const relabel = async (name: string, revision: number) => {
      const { results } = (await operate(cy, { kind: 'revise', annotationId: first, revision, labelId: ids[name] })).json()
      t.match(results, [{ outcome: 'done' }])
    }
    await relabel('Coral', 3)
    t.same(await colours(cy, projectId), kept, 'relabelled: each label keeps its colour, also without a use')
    ids.Worm = (await ada.post(`/projects/${projectId}/labels`, { name: 'Worm' })).json().id
    await use(bea, 'Worm')
    await relabel('Worm', 4)
    t.same(await colours(cy, projectId), { ...kept, Worm: 3 }, 'a new label comes after those that were used before')
    await relabel('Sponge', 5)
    t.same(await colours(cy, projectId), { ...kept, Worm: 3 }, 'and undone')
    t.same(await colours(bea, projectId), { Star: 0, Coral: 1, Sponge: undefined, Worm: 2 }, 'nor does it change what others see')
  })
})
