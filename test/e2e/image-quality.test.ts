// About: web/routes/project/ai.tsx, web/features/ai, web/features/media/remove-dialog.tsx
import sharp from 'sharp'
import t from 'tap'
import { upload } from '../support/annotated-project.ts'
import { sharedApp } from '../support/app.ts'
import { checkAccessibility, makeProject, newPerson, openApp } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { texturedImage } from '../support/textures.ts'

const browser = await launchChromium(t)
const { url } = await sharedApp(t)

t.test('near-duplicates and dark images are found, opened and deleted after a confirmation', async t => {
  const page = await openApp(t, browser, url, { as: newPerson() })
  const { id: projectId } = await makeProject(page, 'Quality')
  const { content } = await texturedImage(0, 1)
  await upload(page, projectId, 'first.png', content)
  await upload(page, projectId, 'again.jpg', await sharp(content).jpeg({ quality: 50 }).toBuffer())
  await upload(page, projectId, 'other.png', (await texturedImage(1, 2)).content)
  const black = sharp({ create: { width: 300, height: 200, channels: 3, background: '#000' } })
  await upload(page, projectId, 'black.png', await black.png().toBuffer())

  await page.goto(`/projects/${projectId}/ai/quality`)
  await page.getByRole('heading', { name: 'No images measured yet' }).waitFor()
  await checkAccessibility(t, page, 'the quality before a run')
  await page.goto(`/projects/${projectId}/ai`)
  const card = page.getByRole('region', { name: 'Image quality and near-duplicates' })
  await card.getByText('Images. The project has 4, none measured yet.').waitFor()
  await checkAccessibility(t, page, 'the tasks of a project without labels')
  await card.getByRole('button', { name: 'Measure images' }).click()
  await card.getByRole('link', { name: 'Open the results' }).click()
  const cluster = page.getByRole('list', { name: '2 similar images' })
  await cluster.getByRole('link', { name: 'Open in the viewer: first.png' }).waitFor()
  await checkAccessibility(t, page, 'clusters of near-duplicates')

  const show = page.getByRole('combobox', { name: 'Show' })
  await show.selectOption({ label: 'Too dark (1 image)' })
  await page.getByRole('list', { name: 'Images' }).getByText('100 % black').waitFor()
  await checkAccessibility(t, page, 'dark images')
  await show.selectOption({ label: 'Blurred (0 images)' })
  await page.getByText('Sharpness is compared among at least 20 images. The project has 4.').waitFor()
  await show.selectOption({ label: 'Near-duplicates (2 images)' })

  await page.getByRole('button', { name: 'Select all but the sharpest' }).click()
  await page.getByText('1 image selected').waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('1 image selected').waitFor()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('heading', { name: 'No near-duplicates' }).waitFor()
  await page.goto(`/projects/${projectId}/dashboard`)
  await page.getByRole('grid').getByText('other.png').waitFor()
})
