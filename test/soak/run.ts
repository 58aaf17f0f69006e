// `npm run soak -- name [argument …]`: a check too long for `npm test`. Fails when it does not hold; otherwise its record goes into RESULTS.md.
import { readdirSync } from 'node:fs'
import { print, record } from '../bench/support/record.ts'

interface Soak {
  title: string
  /** Resolves to Markdown. @throws when the check fails */
  soak(args: string[]): Promise<string>
}

const names = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.ts') && file !== 'run.ts')
  .map(file => file.slice(0, -'.ts'.length))

const [name = '', ...args] = process.argv.slice(2)
if (!names.includes(name)) {
  print(`Name one of: ${names.join(', ')}`)
  process.exit(1)
}
const { title, soak } = (await import(`./${name}.ts`)) as Soak
await record(title, () => soak(args))
