import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { projectPath } from '../../../shared/addresses.ts'
import { useFeature } from '../../api/capabilities.ts'
import { useSession } from '../../api/session-context.ts'
import { project as projectQuery } from '../../features/projects/queries.ts'
import { texts as projectTexts } from '../../features/projects/texts.ts'
import { useOpenExample } from '../../features/projects/use-open-example.ts'
import { mayEdit } from '../../features/projects/words.ts'
import { TopDialog } from '../../ui/dialog.tsx'
import { type FilterEntry, FilterMenu } from '../../ui/filter-menu.tsx'
import {
  DarkThemeIcon,
  ChevronRightIcon as GoIcon,
  KeyboardIcon,
  LightThemeIcon,
  ProjectsIcon,
  SettingsIcon,
  SystemThemeIcon,
  UploadIcon
} from '../../ui/icons.tsx'
import { writeKeys } from '../../ui/shortcuts.ts'
import { chooseTheme } from '../../ui/theme.ts'
import { creations, mainPlaces, type Place, projectPlaces } from '../places.tsx'
import { useProjectEntries } from '../project-menu.tsx'
import { isPlanned, subPlaces, wordsOfArea } from './places.ts'
import { texts } from './texts.ts'
import { useFound } from './use-found.tsx'

const administration: Place = { path: '/admin', label: texts.administration, icon: <SettingsIcon aria-hidden /> }

interface PaletteProps {
  projectId: string | undefined
  onShowKeys: () => void
  onClose: () => void
}

interface Command extends FilterEntry {
  /** Additional search terms, separated by spaces. */
  words?: string
  run: () => void
}

/** Command palette that opens screens, projects, and the images, labels, sites and people of a project. Planned areas are left out. */
// Long: one list with all its sections.
export default function CommandPalette({ projectId, onShowKeys, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const { user } = useSession()
  const projects = useProjectEntries(text)
  const { data: project } = useQuery({ ...projectQuery(projectId ?? ''), enabled: projectId !== undefined })
  const found = useFound(projectId, text)
  const { open: openExample } = useOpenExample()
  const hasExample = useFeature('example') === true
  const go = (path: string) => () => void navigate(path)

  const toPlace = ({ path, label, icon, goKey }: Place): Command => ({
    id: path,
    label,
    icon,
    words: wordsOfArea(label),
    keys: goKey && writeKeys(`g ${goKey}`),
    run: go(path)
  })
  const isBuilt = ({ label }: Place) => !isPlanned(label)
  const toSubPlace = ({ path, label, description, words }: ReturnType<typeof subPlaces>[number]): Command => ({
    id: `part ${label}`,
    label,
    description,
    icon: <GoIcon aria-hidden />,
    words,
    run: go(path)
  })
  const builtCreations = creations.filter(({ area }) => !isPlanned(area))
  const sections: { name: string; entries: Command[] }[] = [
    {
      name: texts.sections.project,
      entries: projectId
        ? [
            ...projectPlaces(projectId).filter(isBuilt).map(toPlace),
            ...subPlaces(projectId, {
              withParts: text.trim() !== '',
              mayEdit: project !== undefined && mayEdit(project)
            }).map(toSubPlace)
          ]
        : []
    },
    {
      name: texts.sections.places,
      entries: [...mainPlaces.filter(isBuilt), ...(user?.administrator ? [administration] : [])].map(toPlace)
    },
    {
      name: texts.sections.actions,
      entries: [
        ...builtCreations.map(({ id, label, icon, path, shortcut }) => ({
          id: `new ${id}`,
          label,
          icon,
          ...(shortcut && { keys: writeKeys(shortcut.keys) }),
          run: go(path)
        })),
        ...(projectId
          ? [
              {
                id: 'add images',
                label: texts.addImages,
                icon: <UploadIcon aria-hidden />,
                words: texts.addImagesSynonyms,
                run: go(projectPath(projectId))
              }
            ]
          : []),
        ...(hasExample
          ? [
              {
                id: 'example',
                label: projectTexts.example.open,
                icon: <ProjectsIcon aria-hidden />,
                words: texts.exampleSynonyms,
                run: openExample
              }
            ]
          : []),
        { id: 'light', label: texts.themes.light, icon: <LightThemeIcon aria-hidden />, run: () => chooseTheme('light') },
        { id: 'dark', label: texts.themes.dark, icon: <DarkThemeIcon aria-hidden />, run: () => chooseTheme('dark') },
        { id: 'system', label: texts.themes.system, icon: <SystemThemeIcon aria-hidden />, run: () => chooseTheme('system') },
        {
          id: 'keys',
          label: texts.help,
          words: texts.helpSynonyms,
          icon: <KeyboardIcon aria-hidden />,
          keys: '?',
          run: onShowKeys
        }
      ]
    }
  ]
  const narrowed = sections.map(({ name, entries }) => ({ name, entries: entries.filter(entry => matches(entry, text)) }))
  const projectCommands: Command[] = projects.entries
    .slice(0, 8)
    .map(entry => ({ ...entry, id: `project ${entry.id}`, icon: <ProjectsIcon aria-hidden />, run: go(projectPath(entry.id)) }))
  const foundCommands = found.map(({ name, entries }) => ({
    name,
    entries: entries.map(({ path, ...entry }) => ({ ...entry, run: go(path) }))
  }))
  const shown: { name: string; entries: Command[] }[] = [
    ...narrowed,
    ...foundCommands,
    { name: texts.sections.projects, entries: projectCommands }
  ]

  return (
    <TopDialog label={texts.label} isOpen onClose={onClose}>
      <FilterMenu
        label={texts.find}
        text={text}
        onText={setText}
        sections={shown}
        named
        large
        empty={texts.nothing}
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

/** True when each typed word is the beginning of a word in the label or in its search terms. */
function matches({ label, words: synonyms = '' }: Command, text: string): boolean {
  const words = `${label} ${synonyms}`.toLowerCase().split(' ')
  return text
    .toLowerCase()
    .split(' ')
    .filter(Boolean)
    .every(typed => words.some(word => word.startsWith(typed)))
}
