import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Runs',
    text: 'A model, the images it looks at, its settings, its progress and its cost in minutes.'
  },
  {
    name: 'Suggestions',
    text: 'Shown in magenta until a person accepts, rejects or relabels them.'
  },
  {
    name: 'Models',
    text: 'What each was trained on, how well it does, where it fails, and its licence.'
  }
]

export function Component() {
  return (
    <AreaPage
      title="AI Analysis"
      purpose="Let models suggest, and decide yourself what becomes data."
      parts={parts}
      meanwhile="Until then, nothing on this server looks at your images but you and your team."
    />
  )
}
