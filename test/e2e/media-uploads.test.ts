// About: web/features/media/upload
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { sharedApp } from '../support/app.ts'
import { callApi, checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { picture } from '../support/pictures.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)
const ana = newPerson()
const jpeg = 'image/jpeg'

async function project(t: Test, title: string): Promise<{ page: Page; id: string }> {
  const page = await openApp(t, browser, url, { as: ana })
  const { id } = await makeProject(page, title)
  await page.goto(`/projects/${id}/dashboard`)
  await page.getByText('Drop images or whole folders here').waitFor()
  return { page, id }
}

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

const add = (page: Page, files: Upload[]) => page.getByLabel('Images to add', { exact: true }).setInputFiles(files)
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const photograph = async (seed: number): Promise<Upload> => ({ name: `dive-${seed}.jpg`, mimeType: jpeg, buffer: await picture({ seed }) })

/** Counts the bytes of files sent to the server. */
function watchUploads(page: Page) {
  const seen = { pieces: 0 }
  page.on('request', request => {
    if (request.method() === 'PATCH' && request.url().includes('/api/uploads/')) seen.pieces++
  })
  return seen
}

t.test('a file that the project already has is recognised before it is sent', async t => {
  const { page } = await project(t, 'Twins')
  const one = await photograph(1)
  await add(page, [one])
  await page.getByText('1 image added').waitFor()
  const sent = watchUploads(page)
  await add(page, [{ ...one, name: 'copy.jpg' }])
  await tray(page).getByText('Already in the project as dive-1.jpg').waitFor()
  t.equal(sent.pieces, 0)
})

t.test('a refused file shows the reason, and the others are added', async t => {
  const { page, id } = await project(t, 'Refusals')
  const good = await photograph(2)
  await add(page, [
    good,
    { name: 'cut.jpg', mimeType: jpeg, buffer: (await photograph(3)).buffer.subarray(0, 3000) },
    { name: 'letter.jpg', mimeType: jpeg, buffer: Buffer.from('%PDF-1.7\n%%EOF') },
    { name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    { name: 'notes.docx', mimeType: '', buffer: Buffer.from('x') }
  ])
  await page.getByText('1 file was left out').waitFor() // the message closes after a while
  await tray(page).getByText('1 image added · 3 failed').waitFor()
  await tray(page)
    .getByText(/cut\.jpg cannot be read completely/)
    .waitFor()
  await tray(page)
    .getByText(/only JPEG, PNG, TIFF and WebP images can be added/)
    .waitFor()
  await tray(page)
    .getByText(/nothing\.png is empty \(0 bytes\)/)
    .waitFor()
  await checkAccessibility(t, page, 'uploads that failed')
  t.equal(await page.getByText(/interrupted \(/).count(), 0, 'a refused file is not an upload to resume')
  const { items } = await callApi<{ items: { fileName: string }[] }>(page, 'GET', `/projects/${id}/media`)
  t.strictSame(
    items.map(item => item.fileName),
    ['dive-2.jpg']
  )
})

t.test('uploads continue on other pages, can be paused, and are retried after a failure', async t => {
  const { page } = await project(t, 'On the way')
  let down = true
  await page.route('**/api/uploads', route =>
    down ? route.fulfill({ status: 400, json: { detail: 'Come back later.' } }) : route.fallback()
  )
  await add(page, [await photograph(4), await photograph(5)])
  await tray(page).getByText('Come back later.').first().waitFor()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByRole('heading', { level: 1, name: /Settings/ }).waitFor()
  down = false
  await tray(page).getByRole('button', { name: 'Try 2 failed files again' }).click()
  await tray(page).getByText('2 images added').waitFor()
  await tray(page).getByRole('button', { name: 'Show the list of files' }).waitFor()
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await page.getByRole('gridcell', { name: /^dive-4\.jpg/ }).waitFor()
  await tray(page).getByRole('link', { name: 'Annotate the new images' }).click()
  await page.getByRole('heading', { name: /^dive-[45]\.jpg/ }).waitFor()
})

t.test('an upload continues where a broken connection interrupted it', async t => {
  const { page } = await project(t, 'Rough sea')
  let pieces = 0
  await page.route('**/api/uploads/*', async route => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    pieces++
    return pieces === 1 ? route.abort('connectionreset') : route.fallback()
  })
  await add(page, [await photograph(6)])
  await tray(page).getByText('1 image added').waitFor()
  t.equal(pieces, 2)
})

t.test('after a reload an upload continues when its file is added again', async t => {
  const { page } = await project(t, 'Reload')
  const file = { ...(await photograph(9)), lastModified: 1 }
  let cut = true
  const offsets: string[] = []
  await page.route('**/api/uploads/*', async route => {
    const request = route.request()
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'] ?? '')
    if (request.method() === 'PATCH' && cut) return // never finishes
    return route.fallback()
  })
  const created: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads')) created.push(request.url())
  })
  // the file dialog of a test gives every file a new date, which would make it a different file
  const choose = () =>
    page.getByLabel('Images to add', { exact: true }).evaluate(
      (input: HTMLInputElement, { name, bytes }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/jpeg', lastModified: 1 }))
        input.files = transfer.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      },
      { name: file.name, bytes: [...file.buffer] }
    )
  await choose()
  await tray(page).getByText('Uploading 1 image').waitFor()
  while (offsets.length === 0) await page.evaluate(() => new Promise(requestAnimationFrame))
  page.once('dialog', dialog => void dialog.accept())
  await page.reload()
  await page.getByText('1 upload was interrupted (dive-9.jpg)').waitFor()
  await checkAccessibility(t, page, 'the note on an upload that was cut off')
  cut = false
  await choose()
  await tray(page).getByText('1 image added').waitFor()
  t.equal(created.length, 1, 'the interrupted upload is the one that is finished')
  await page.getByText('1 upload was interrupted (dive-9.jpg)').waitFor({ state: 'detached' })
})

t.test('all uploads can be paused and resumed; leaving the page meanwhile requires confirmation', async t => {
  const { page } = await project(t, 'Pause')
  let hold = true
  await page.route('**/api/uploads', async route => {
    if (hold) return // never answered: the upload stays in progress
    return route.fallback()
  })
  await add(page, [await photograph(7)])
  await tray(page).getByText('Uploading 1 image').waitFor()
  const question = new Promise<string>(resolve => {
    page.once('dialog', dialog => {
      resolve(dialog.type())
      void dialog.dismiss()
    })
  })
  await page.evaluate(() => {
    setTimeout(() => window.location.reload(), 0)
  })
  t.equal(await question, 'beforeunload')
  await tray(page).getByRole('button', { name: 'Pause all uploads' }).click()
  await tray(page).getByText('Paused').waitFor()
  hold = false
  await tray(page).getByRole('button', { name: 'Resume all uploads' }).click()
  await tray(page).getByText('1 image added').waitFor()
})

t.test('files and tables can be dropped anywhere on the page', async t => {
  const { page } = await project(t, 'Drop')
  const { buffer } = await photograph(8)
  const drop = async (name: string, type: string, content: Buffer) => {
    const transfer = await page.evaluateHandle(
      ([name, type, bytes]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(bytes)], name, { type }))
        return transfer
      },
      [name, type, [...content]] as const
    )
    await page.dispatchEvent('h1', 'dragenter', { dataTransfer: transfer })
    await page.getByText('Drop to add').waitFor()
    await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer })
  }
  await drop('dive-8.jpg', jpeg, buffer)
  await tray(page).getByText('1 image added').waitFor()
  await drop('positions.csv', 'text/csv', Buffer.from('filename,lat,lng\ndive-8.jpg,36.5,-122\n'))
  await page.getByRole('dialog', { name: 'Attach a table' }).waitFor()
  await page.getByRole('button', { name: 'Change 1 image' }).waitFor()
})

t.test('a dropped folder is read with its subfolders; files that are not images are named', async t => {
  const { page, id } = await project(t, 'Folder')
  const dive = t.testdir({ port: {}, 'notes.docx': 'x', '.DS_Store': 'x' })
  for (const [name, seed] of [
    ['bow.jpg', 21],
    ['port/left.jpg', 22],
    ['port/right.jpg', 23]
  ] as const)
    writeFileSync(join(dive, name), await picture({ seed }))

  // a real drop of a real folder: a synthetic drop can only have files
  const browserTools = await page.context().newCDPSession(page)
  const data = { items: [], files: [dive], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browserTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
  await page.getByText('1 file was left out').waitFor()
  await tray(page).getByText('3 images added').waitFor()
  const { items } = await callApi<{ items: { fileName: string }[] }>(page, 'GET', `/projects/${id}/media?sort=name`)
  t.strictSame(
    items.map(item => item.fileName),
    ['bow.jpg', 'left.jpg', 'right.jpg']
  )
})
