declare module 'vscode' {
  /** It is there in VS Code 1.100, the oldest supported version, whose types do not have it yet. */
  class LanguageModelDataPart extends LanguageModelTextPart {
    static image(data: Uint8Array, mime: string): LanguageModelDataPart;
  }
}

export type { LanguageModelDataPart } from 'vscode';
