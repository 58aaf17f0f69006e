import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Runs',
    text: 'A model and its settings, the images it runs on, progress, and processing time.'
  },
  {
    name: 'Suggestions',
    text: 'Shown in magenta until a person accepts, rejects or relabels each one.'
  },
  {
    name: 'Models',
    text: 'Training data, accuracy, known failures and licence of each model.'
  }
]

export function Component() {
  return (
    <AreaPage
      name="AI Analysis"
      parts={parts}
      meanwhile="Until then, import the detections of another program: they arrive as suggestions for Review."
    />
  )
}
