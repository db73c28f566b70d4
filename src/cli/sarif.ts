import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, ReportingDescriptor, Result } from 'sarif';
import type { Finding } from './findings';

/** The version of this package; the build sets it. */
declare const PACKAGE_VERSION: string;

/**
 * The findings of a folder in the Static Analysis Results Interchange Format, version 2.1.0. GitHub shows each at its
 * line.
 * @param root paths are relative to it.
 */
export function sarifLog(findings: readonly Finding[], folder: string, root: string): Log {
  const rules = [...new Set(findings.map(({ code }) => code))].map((id): ReportingDescriptor => ({ id }));
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'browser-sessions', version: PACKAGE_VERSION, rules } },
        columnKind: 'utf16CodeUnits',
        results: findings.map((finding) => resultOf(finding, rules, uriOf(path.join(folder, finding.file), root))),
      },
    ],
  };
}

function resultOf(
  { code, severity, text, line = 1, column, length }: Finding,
  rules: readonly ReportingDescriptor[],
  uri: string,
): Result {
  return {
    ruleId: code,
    ruleIndex: rules.findIndex(({ id }) => id === code),
    level: severity,
    message: { text },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri },
          region: {
            startLine: line,
            ...(column !== undefined && { startColumn: column }),
            ...(column !== undefined && length !== undefined && { endColumn: column + length }),
          },
        },
      },
    ],
  };
}

/** Relative where that is possible: GitHub takes it as a path of the repository. */
function uriOf(file: string, root: string): string {
  const relative = path.relative(root, file);
  if (relative.startsWith('..') || path.isAbsolute(relative)) return pathToFileURL(file).href;
  return relative.split(path.sep).map(encodeURIComponent).join('/');
}
