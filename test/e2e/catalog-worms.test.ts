// About: web/features/taxonomy/worms
import t, { type Test } from 'tap'
import type { Label, LabelDraft, OutlineLabel } from '../../shared/contracts/taxonomy.ts'
import { startApp } from '../support/app.ts'
import { testBackend } from '../support/backend.ts'
import { callApi, checkAccessibility, gone, makeProject, newPerson, openApp } from '../support/browser.ts'
import { annotate, photograph, row, wide } from '../support/catalog-screen.ts'
import { launchChromium } from '../support/chromium.ts'
import { fakeWorms } from '../support/fake-worms.ts'

const browser = await launchChromium(t)

/** A backend with this WoRMS and a first account. Behind another gateway, creating it would need the set-up link. */
async function backendWith(t: Test, wormsUrl: string): Promise<string> {
  const { app, signUp } = await testBackend(t, { wormsUrl })
  await signUp()
  return app.listen({ host: '127.0.0.1', port: 0 })
}

t.test('a taxon is added from WoRMS with its higher taxa, after a preview', async t => {
  const worms = await fakeWorms(t)
  const backend = await backendWith(t, worms.url)
  const page = await openApp(t, browser, await startApp(t, { BACKEND_URL: backend }), { as: newPerson(), ...wide })
  const { id } = await makeProject(page, 'Reef')
  await page.goto(`/projects/${id}/catalog`)
  await page.getByRole('button', { name: 'Add from WoRMS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add from WoRMS' })
  worms.faults.push('hang up')
  await dialog.getByRole('searchbox').fill('lophelia')
  await dialog.getByRole('alert').getByText('WoRMS cannot be reached from this server').waitFor()
  await checkAccessibility(t, page, 'WoRMS out of reach')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('species · unaccepted · AphiaID 135161').waitFor()
  await checkAccessibility(t, page, 'taxa found in WoRMS')
  await dialog.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('row', { name: 'Desmophyllum pertusum species new, under Cnidaria' }).waitFor()
  await dialog.getByText('Synonyms').waitFor()
  await checkAccessibility(t, page, 'what WoRMS would add')
  await dialog.getByRole('button', { name: 'Add 3 labels' }).click()
  await gone(dialog)
  await row(page, /^Desmophyllum pertusum/).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Desmophyllum pertusum' }).waitFor()

  await page.getByRole('button', { name: 'Add from WoRMS' }).click()
  await dialog.getByRole('searchbox').fill('gadus morrhua')
  await dialog.getByText('These have a similar spelling').waitFor()
  await dialog.getByRole('button', { name: 'Choose Gadus morhua' }).click()
  await dialog.getByLabel('Place in the catalog').selectOption({ label: 'Under Cnidaria' })
  await dialog.getByLabel('Higher taxa to add').selectOption({ label: 'None: only the taxon' })
  await dialog.getByRole('row', { name: 'Gadus morhua species new, under Cnidaria' }).waitFor()
  await dialog.getByRole('button', { name: 'Add 1 label' }).click()
  await gone(dialog)
  await row(page, /^Gadus morhua/).waitFor()
})

t.test('names are compared with WoRMS and corrected one by one', async t => {
  const worms = await fakeWorms(t)
  const backend = await backendWith(t, worms.url)
  const page = await openApp(t, browser, await startApp(t, { BACKEND_URL: backend }), { as: newPerson(), ...wide })
  const { id } = await makeProject(page, 'Reef')
  const add = (draft: LabelDraft) => callApi<Label>(page, 'POST', `/projects/${id}/labels`, draft)
  const { id: codId } = await add({ name: 'Cod', scientificName: 'Gadus callarias', identificationQualifier: 'cf.' })
  await annotate(page, id, await photograph(page, id), codId)
  await add({ name: 'Nessie', scientificName: 'Nessiteras rhombopteryx' })
  await add({ name: 'Cnidaria', scientificName: 'Cnidaria' })
  await add({ name: 'Chordata', scientificName: 'Chordata' })
  await page.goto(`/projects/${id}/catalog`)
  await page.getByRole('button', { name: 'More catalog actions' }).click()
  await page.getByRole('menuitem', { name: 'Check names…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check names against WoRMS' })
  await checkAccessibility(t, page, 'before names are compared')
  worms.faults.push('hang up')
  await dialog.getByRole('button', { name: 'Check names' }).click()
  await dialog.getByRole('alert').getByText('WoRMS cannot be reached from this server').waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('4 names to check').waitFor()
  await checkAccessibility(t, page, 'names to look at')
  const cod = dialog.getByRole('listitem', { name: 'Cod' }).getByRole('link', { name: '1 annotation on 1 image' })
  t.match(await cod.getAttribute('href'), /\/annotate\/review\?filter=label\.is\./)
  await dialog.getByRole('button', { name: 'Use Gadus morhua' }).click()
  await dialog.getByText('3 names to check').waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('li')?.ariaLabel === 'Chordata')
  await dialog.getByRole('listitem', { name: 'Nessie' }).getByRole('button', { name: 'Leave unchanged' }).click()
  await dialog.getByRole('button', { name: 'Complete all 2 labels' }).click()
  await dialog.getByText('Nothing left to check. 4 names compared: 3 corrected, 1 unchanged.').waitFor()
  await dialog.getByText('Corrected: 3 names').click()
  await dialog.getByText('Cod is now Gadus morhua').getByRole('link', { name: '1 annotation on 1 image' }).waitFor()

  await dialog.getByRole('button', { name: 'Check again' }).click()
  await dialog.getByText('Nothing left to check. 4 names compared: 0 corrected, 1 unchanged.').waitFor()
  await dialog.getByText('Left unchanged: 1 name').click()
  await dialog.getByText(/^Nessie is not in WoRMS left unchanged by /).waitFor()
  await checkAccessibility(t, page, 'what was left earlier')
  await dialog.getByRole('button', { name: 'Reconsider Nessie' }).click()
  await dialog.getByRole('listitem', { name: 'Nessie' }).getByRole('button', { name: 'Leave unchanged' }).waitFor()
  const { labels } = await callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${id}/labels/outline`)
  t.match(
    labels.find(({ name }) => name === 'Cod'),
    { scientificName: 'Gadus morhua', aphiaId: 126436, identificationQualifier: 'cf.', otherNames: ['Gadus callarias'] }
  )
  t.match(
    labels.find(({ name }) => name === 'Cnidaria'),
    { aphiaId: 1267, scientificNameAuthorship: 'Hatschek, 1888', taxonRank: 'phylum' }
  )
})

t.test('an unaccepted name is kept with its AphiaID and is not reported again', async t => {
  const worms = await fakeWorms(t)
  const page = await openApp(t, browser, await startApp(t, { BACKEND_URL: await backendWith(t, worms.url) }), { as: newPerson(), ...wide })
  const { id } = await makeProject(page, 'Reef')
  const cod = await callApi<Label>(page, 'POST', `/projects/${id}/labels`, { name: 'Cod', scientificName: 'Gadus callarias' })
  await page.goto(`/projects/${id}/catalog`)
  await page.getByRole('button', { name: 'More catalog actions' }).click()
  await page.getByRole('menuitem', { name: 'Check names…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check names against WoRMS' })
  await dialog.getByRole('button', { name: 'Check names' }).click()
  await dialog.getByRole('button', { name: 'Keep AphiaID 154210, note the accepted name' }).click()
  await dialog.getByText('Nothing left to check. 1 name compared: 1 corrected, 0 unchanged.').waitFor()
  t.match(await callApi(page, 'GET', `/labels/${cod.id}`), {
    name: 'Cod',
    scientificName: 'Gadus callarias',
    scientificNameID: 'urn:lsid:marinespecies.org:taxname:154210',
    taxonomicStatus: 'unaccepted',
    acceptedNameUsage: 'Gadus morhua',
    acceptedNameUsageID: 'urn:lsid:marinespecies.org:taxname:126436',
    synonyms: []
  })
  await dialog.getByRole('button', { name: 'Check again' }).click()
  await dialog.getByText('1 name compared').waitFor()
  t.equal(await dialog.getByRole('listitem', { name: 'Cod' }).count(), 0)
})

t.test('all names missing from WoRMS are left unchanged together, and nothing is saved', async t => {
  const worms = await fakeWorms(t)
  const backend = await backendWith(t, worms.url)
  const page = await openApp(t, browser, await startApp(t, { BACKEND_URL: backend }), { as: newPerson(), ...wide })
  const { id } = await makeProject(page, 'Lakes and myths')
  const add = (draft: LabelDraft) => callApi(page, 'POST', `/projects/${id}/labels`, draft)
  await add({ name: 'Nessie', scientificName: 'Nessiteras rhombopteryx' })
  await add({ name: 'Kraken', scientificName: 'Microcosmus marinus' })
  await add({ name: 'Cod', scientificName: 'Gadus callarias' })
  const outline = () => callApi<{ labels: OutlineLabel[] }>(page, 'GET', `/projects/${id}/labels/outline`)
  const { labels: before } = await outline()
  await page.goto(`/projects/${id}/catalog`)
  await page.getByRole('button', { name: 'More catalog actions' }).click()
  await page.getByRole('menuitem', { name: 'Check names…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check names against WoRMS' })
  await dialog.getByRole('button', { name: 'Check names' }).click()
  await dialog.getByText('3 names to check').waitFor()
  const unknown = dialog.getByRole('region', { name: 'Not in WoRMS' })
  t.equal(await unknown.getByRole('listitem').count(), 2)
  await unknown.getByRole('button', { name: 'Leave all 2 names' }).focus()
  await page.keyboard.press('Enter')

  await dialog.getByText('1 name to check').waitFor()
  await gone(unknown)
  await page.waitForFunction(() => document.activeElement?.closest('li')?.ariaLabel === 'Cod')
  await checkAccessibility(t, page, 'what is left to look at')
  await dialog.getByRole('listitem', { name: 'Cod' }).getByRole('button', { name: 'Leave unchanged' }).click()
  await dialog.getByText('Nothing left to check. 3 names compared: 0 corrected, 3 unchanged.').waitFor()
  t.same((await outline()).labels, before, 'skipped names stay unchanged')
})
