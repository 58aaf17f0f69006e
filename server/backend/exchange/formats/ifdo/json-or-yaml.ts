import { mostJsonBytes, parseJson } from '../../../files/json.ts'
import { type ByteSource, NotThisFormat, type ReadingOptions, wholeText } from '../../../files/reading.ts'
import { readYaml } from '../../../files/yaml.ts'

/** Maximum size of a YAML file in bytes. Parsing YAML takes ten times as much time and memory as parsing JSON. */
const mostYamlBytes = 16 * 1024 * 1024

/** Parses a JSON or YAML file. @throws NotThisFormat when the file is neither, or is too large */
export async function readJsonOrYaml(source: ByteSource, options: ReadingOptions): Promise<unknown> {
  const text = await wholeText(source, mostJsonBytes, options)
  if (/^\s*[[{]/.test(text)) return parseJson(text)
  if (Buffer.byteLength(text) > mostYamlBytes)
    throw new NotThisFormat('This YAML file is larger than 16 MiB: save it as JSON and import that')
  return readYaml(text, 'core')
}
