import t from 'tap'
import type { Opportunity } from '../../../../shared/contracts/opportunities.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'

const titles = (answer: { json(): { items: Opportunity[] } }) => answer.json().items.map(({ title }) => title)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const due = (date: string) => ({ label: null, date, time: null, zone: 'UTC' })

await forEachDatabase(t, (t, database) => {
  t.test('the words of a search match beginnings of words in any fact, regardless of accents and case', async t => {
    const { signUp } = await testBackend(t, { database })
    const [ana, bo] = [await signUp(), await signUp()]
    const post = async (draft: object) => (await ana.post('/opportunities', { kind: 'grant', ...draft })).json<Opportunity>()
    const found = async (q: string) => titles(await bo.get(`/data/opportunities?q=${encodeURIComponent(q)}`)).sort()
    const made = await post({
      title: 'Müller–Ångström fellowship',
      organization: 'Forsøgsfonden',
      summary: 'Corals of the Ægean',
      body: 'Weißes Meer, İzmir and ΟΔΟΣ',
      tags: ['e-DNA'],
      regions: ['North-East Atlantic'],
      taxa: ['Désmophyllum'],
      methods: ['Photogrammetry'],
      howToApply: 'By letter to the secretariat',
      url: 'https://grants.example/hidden'
    })
    const berth = { ship: 'Łódź', operator: null, cruise: 'EX-12', embarkPort: null, embarkOn: '2097-05-02', disembarkPort: null }
    const counts = { disembarkOn: null, berthsFree: null, berthsTotal: null, cabin: null, skills: null, duties: null }
    const rest = { certificates: null, paid: null, accessibility: null, chiefScientist: 'Þóra' }
    await post({
      kind: 'berth',
      title: 'Berth',
      berth: { ...berth, ...counts, ...rest },
      deadlines: [{ ...due(inDays(9)), label: 'Talks' }]
    })

    for (const q of ['muller', 'MÜL', 'müller', 'angs', 'fors', 'forsøgs', 'forsogsfonden', 'aegean', 'ægean', 'weisses', 'izm', 'οδοσ'])
      t.same(await found(q), [made.title], q)
    for (const q of ['dna', 'e-dna', 'atlantic north', 'desmo', 'photogram muller', 'secret', 'fell'])
      t.same(await found(q), [made.title], q)
    for (const q of ['lodz', 'ex-12', 'thora', 'tal']) t.same(await found(q), ['Berth'], q)
    for (const q of ['ullers', 'muller berth', 'hidden', '2097', 'öö', '—', '%', '"', "' or 1=1", 'a* OR b', '😀'])
      t.same(await found(q), [], q)
    t.equal((await found(' ')).length, 2, 'spaces are not a search')
    t.equal((await found(`${'m '.repeat(99)}mu`)).length, 1, 'many words')

    await ana.patch(`/opportunities/${made.id}`, { revision: 1, title: 'Oceanus', organization: null })
    t.same([await found('muller'), await found('forsog'), await found('ocean')], [[], [], ['Oceanus']], 'the index follows an edit')
    await ana.post(`/opportunities/${made.id}/versions/1/restore`, { revision: 2 })
    t.same([await found('muller'), await found('ocean')], [[made.title], []], 'and a restored version')
    await ana.delete(`/opportunities/${made.id}`)
    t.same(await found('muller'), [])
  })

  t.test('the words of a description are found, and the addresses behind its links are not', async t => {
    const { signUp } = await testBackend(t, { database })
    const ana = await signUp()
    const body =
      '# Aims\n\n- **Lophelia** and *photogrammetry*\n- [the form](https://hidden.example/secret)\n\n![reef](https://hidden.example/1.png)'
    const { id } = (await ana.post('/opportunities', { kind: 'grant', title: 'Grant', body })).json<Opportunity>()
    const found = async (q: string) => titles(await ana.get(`/data/opportunities?q=${encodeURIComponent(q)}`)).length
    for (const q of ['aims', 'lophelia', 'photogrammetry', 'form', 'reef']) t.equal(await found(q), 1, q)
    for (const q of ['hidden', 'secret', 'png']) t.equal(await found(q), 0, q)
    t.equal((await ana.get(`/opportunities/${id}`)).json<Opportunity>().body, body, 'the source stays as it was written')
  })

  t.test('a search has the order and the pages of the list', async t => {
    const { signUp } = await testBackend(t, { database })
    const ana = await signUp()
    const post = async (title: string, ...days: number[]) =>
      ana.post('/opportunities', { kind: 'job', title, deadlines: days.map(day => due(inDays(day))) })
    await post('Coral 4')
    await post('Coral 2', -3, 9)
    await post('Coral 3', 20)
    await post('Coral 1', 5, 30)
    await post('Coral 6', -9)
    await post('Coral 5', -5)
    await post('Sponge', 1)
    const expected = ['1', '2', '3', '4', '5', '6'].map(number => `Coral ${number}`)
    t.same(titles(await ana.get('/data/opportunities?q=coral&open_only=false')), expected)
    const paged: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await ana.get(`/data/opportunities?q=cor&open_only=false&limit=2${cursor && `&cursor=${cursor}`}`)).json()
      t.equal(page.total, 6)
      paged.push(...page.items.map(({ title }: Opportunity) => title))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    t.same(paged, expected)
    t.same(titles(await ana.get('/data/opportunities?q=cor&sort=new')).length, 4)
    t.same(titles(await ana.get('/data/opportunities?q=cor&sort=fits')), expected.slice(0, 4))
  })
})
