import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../shared/addresses.ts'
import { TopDialog } from '../ui/dialog.tsx'
import { type FilterEntry, FilterMenu } from '../ui/filter-menu.tsx'
import { DarkThemeIcon, KeyboardIcon, LightThemeIcon, ProjectsIcon, SystemThemeIcon } from '../ui/icons.tsx'
import { writeKeys } from '../ui/shortcuts.ts'
import { chooseTheme } from '../ui/theme.ts'
import { creations, mainPlaces, type Place, projectPlaces } from './places.tsx'
import { useProjectEntries } from './project-menu.tsx'

interface PaletteProps {
  projectId: string | undefined
  onShowKeys: () => void
  onClose: () => void
}

interface Command extends FilterEntry {
  run: () => void
}

/** Goes to any place and any project, by a few letters of its name. */
export default function CommandPalette({ projectId, onShowKeys, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const projects = useProjectEntries(text)
  const go = (path: string) => () => void navigate(path)

  const toPlace = ({ path, label, icon, goKey }: Place): Command => ({
    id: path,
    label,
    icon,
    keys: goKey && writeKeys(`g ${goKey}`),
    run: go(path)
  })
  const sections: { name: string; entries: Command[] }[] = [
    { name: 'In this project', entries: projectId ? projectPlaces(projectId).map(toPlace) : [] },
    { name: 'Go to', entries: mainPlaces.map(toPlace) },
    {
      name: 'Do',
      entries: [
        ...creations.map(({ id, label, icon, path, shortcut }) => ({
          id: `new ${id}`,
          label,
          icon,
          ...(shortcut && { keys: writeKeys(shortcut.keys) }),
          run: go(path)
        })),
        { id: 'light', label: 'Light theme', icon: <LightThemeIcon aria-hidden />, run: () => chooseTheme('light') },
        { id: 'dark', label: 'Dark theme', icon: <DarkThemeIcon aria-hidden />, run: () => chooseTheme('dark') },
        { id: 'system', label: 'Theme of the system', icon: <SystemThemeIcon aria-hidden />, run: () => chooseTheme('system') },
        { id: 'keys', label: 'Keyboard shortcuts', icon: <KeyboardIcon aria-hidden />, keys: '?', run: onShowKeys }
      ]
    }
  ]
  const narrowed = sections.map(({ name, entries }) => ({ name, entries: entries.filter(({ label }) => matches(label, text)) }))
  const found: Command[] = projects.entries
    .slice(0, 8)
    .map(entry => ({ ...entry, id: `project ${entry.id}`, icon: <ProjectsIcon aria-hidden />, run: go(projectPath(entry.id)) }))
  const shown = [...narrowed, { name: 'Projects', entries: found }]

  return (
    <TopDialog label="Go to" isOpen onClose={onClose}>
      <FilterMenu
        label="Go to a place or a project"
        text={text}
        onText={setText}
        sections={shown}
        named
        large
        empty="Nothing by that name"
        onChoose={id => {
          onClose()
          shown
            .flatMap(({ entries }) => entries)
            .find(entry => entry.id === id)
            ?.run()
        }}
      />
    </TopDialog>
  )
}

/** Every word that was typed begins a word of the label. */
function matches(label: string, text: string): boolean {
  const words = label.toLowerCase().split(' ')
  return text
    .toLowerCase()
    .split(' ')
    .filter(Boolean)
    .every(typed => words.some(word => word.startsWith(typed)))
}
