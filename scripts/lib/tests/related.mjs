import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from '../paths.mjs'
import { isJourney, testFiles } from './files.mjs'
import { reachedFrom } from './import-graph.mjs'

const within = (file, part) => file === part || file.startsWith(`${part}/`)

/** The folder of tests that mirrors the changed file's folder, or the nearest one above that still belongs to one noun. */
function mirrorOf(file) {
  let folder = `test/${dirname(file)}`
  while (!existsSync(inRoot(folder))) folder = dirname(folder)
  return folder.split('/').length > (file.startsWith('server/backend') || file.startsWith('web/features') ? 3 : 2) ? folder : undefined
}

/** Subjects of a journey, from its first line: files and folders of the web app. */
export function subjectsOf(journey) {
  const [, subjects = ''] = /^\/\/ About: (.+)$/m.exec(readFileSync(inRoot(journey), 'utf8')) ?? []
  return subjects.split(', ').filter(Boolean)
}

/**
 * The journeys about a changed file: those that name it or the nearest folder around it. Where no journey does (a part that several screens
 * share), those of which a named file loads it.
 */
function journeysAbout(file, journeys) {
  const named = journeys.flatMap(journey => subjectsOf(journey).map(subject => ({ journey, subject })))
  const around = named.filter(({ subject }) => within(file, subject))
  const nearest = Math.max(...around.map(({ subject }) => subject.length))
  const about = around.length > 0 ? around.filter(({ subject }) => subject.length === nearest) : named.filter(loads)
  return about.map(({ journey }) => journey)

  function loads({ subject }) {
    return subject.endsWith('.tsx') && reachedFrom(subject).has(file)
  }
}

/**
 * The files of tests that these changed files concern, by the import graph, by the mirrored folder, and of journeys by what they are about.
 */
export function relatedTests(changed) {
  const all = testFiles()
  const journeys = all.filter(isJourney)
  const reached = all.filter(test => {
    const files = reachedFrom(test)
    return changed.some(file => files.has(file) && !(isJourney(test) && !file.startsWith('test/')))
  })
  const mirrors = changed.map(mirrorOf).filter(Boolean)
  const mirrored = all.filter(test => mirrors.some(folder => dirname(test) === folder))
  const walked = changed.filter(file => file.startsWith('web/')).flatMap(file => journeysAbout(file, journeys))
  return [...new Set([...reached, ...mirrored, ...walked])].sort()
}
